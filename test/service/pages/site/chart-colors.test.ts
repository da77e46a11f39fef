import { expect, test } from 'vitest';
import { demoPageId, demoSiteId, demoWorkspaceId } from '../../../../src/service';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { Browser } from '../../accounts/browser';

const service = duringTests(() => startDemoService());

test('A chart has the colors that its options and states have elsewhere on the page', async () => {
  const site = `/workspace/${demoWorkspaceId('IT')}/site/${demoSiteId('IT', 'Fleet')}`;
  const browser = new Browser();
  const address = `${service.url}${site}/page/${demoPageId('IT', 'Fleet', 'Dashboard')}`;
  const { html } = await browser.signIn(await browser.visit(address), 'member@example.com', 'demo');
  const colorsIn = (pattern: RegExp) =>
    Object.fromEntries(
      [...html.matchAll(pattern)].map(([, color = '', name = '']) => [name, color] as const),
    );
  const badges = colorsIn(/lozenge lozenge-(\w+)">([^<]+)</g);
  const lines = colorsIn(/<rect class="series-(\w+)"[^>]*>\s*<\/svg\s*><span>([^<]+)</g);
  expect(badges).toMatchObject({ 'In use': 'green', 'In repair': 'yellow' });
  expect(lines).toMatchObject({
    ...badges,
    'In stock': 'blue',
    Retired: 'gray',
    Ordered: 'purple',
    Lost: 'red',
  });
  const [status = ''] = html.split('Laptop by Status');
  const ring = [...status.matchAll(/<circle\s+class="series-(\w+)"/g)].map(([, color]) => color);
  expect(ring).toEqual(['green', 'blue', 'yellow', 'gray']);
});
