import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AttributeValue, WorkspaceObject } from '../../api/object';
import { sendFile } from '../api/content-files';
import type { FileDependencies } from '../api/content-files';
import type { Database } from '../base/database/database';
import { pageHeaders, renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import { datesInLanguageOf } from '../base/html/moment';
import type { DateFormats } from '../base/html/moment';
import { notFound } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import { getType } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { readObject } from '../model/resources/objects';
import type { ObjectDependencies } from '../model/resources/objects';
import type { StoredAttribute } from '../model/values/attribute-kinds';
import { labelOf, renderValue } from './render-value';
import { answerWorkspacePage, renderSignedInAs } from './signed-in-pages';
import type { WorkspacePageDependencies } from './signed-in-pages';

interface ObjectPageDependencies
  extends WorkspacePageDependencies, Pick<ObjectDependencies, 'serviceUrl'> {
  readonly database: Database;
  /** Whom the data of a workspace comes from, as its licenses ask; nothing for most. */
  readonly renderAttribution: (workspaceId: string) => Markup;
}

/** Answers the page of one object, for whoever is signed in in the browser. */
export function answerObjectPage(app: FastifyInstance, dependencies: ObjectPageDependencies): void {
  const parameters = z.object({ id: storedId });
  answerWorkspacePage(app, dependencies, {
    path: '/workspace/:workspaceId/object/:id',
    gone: {
      title: 'Object not found',
      text: 'Deleted, or you don’t have access.',
    },
    answer: async (view, { params, headers }, reply) => {
      const ids = parameters.safeParse(params);
      if (!ids.success) throw notFound('object');
      const object = await readObject(dependencies, view, ids.data.id);
      return reply
        .headers(pageHeaders())
        .send(
          renderObject(
            view,
            object,
            datesInLanguageOf(headers['accept-language']),
            dependencies.renderAttribution(view.workspaceId),
          ),
        );
    },
  });
}

function renderObject(
  view: WorkspaceView,
  { typeId, label, attributes }: WorkspaceObject,
  dates: DateFormats,
  attribution: Markup,
): string {
  const type = getType(view, typeId);
  const title = labelOf(type, label);
  const values = new Map(attributes.map(({ attributeId, values }) => [attributeId, values]));
  return renderPage(
    title,
    html`<p class="subtle">${type.name}</p>
      <h1>${title}</h1>
      <dl>
        ${type.attributes.map((attribute) =>
          renderLine(attribute, values.get(attribute.id) ?? [], dates),
        )}
      </dl>
      ${attribution} ${renderSignedInAs(view.caller)}`,
  );
}

/** Nothing if no value shows anything. */
function renderLine(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
  dates: DateFormats,
): Markup {
  const shown = values.flatMap((value) => renderValue(attribute, value, dates) ?? []);
  if (shown.length === 0) return html``;
  return html`<dt>${attribute.name}</dt>
    ${shown.map((value) => html`<dd>${value}</dd>`)}`;
}

/** Answers the files of objects to whoever is signed in in the browser, as links on pages lead to them. */
export function answerContentPages(
  app: FastifyInstance,
  dependencies: FileDependencies & WorkspacePageDependencies,
): void {
  const parameters = z.object({ key: z.string() });
  answerWorkspacePage(app, dependencies, {
    path: '/workspace/:workspaceId/content/:key',
    gone: {
      title: 'File not found',
      text: 'This file was deleted, or you can’t see it.',
    },
    answer: (view, { params }, reply) =>
      sendFile(dependencies, view, parameters.parse(params).key, reply),
  });
}
