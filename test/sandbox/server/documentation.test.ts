import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { platformSwitches } from '../../../src/sandbox/jira/platform-switches';
import { createFixtureSandbox } from '../support/fixture-sandbox';
import { openTracker } from '../support/tracker';

/** What the sandbox's own pages call. */
const ofPages = /^\/sandbox\/(state|profile|bridge|oauth|ui)\b/;

test('docs/sandbox.md names each control call', async () => {
  const tracker = await openTracker(await createFixtureSandbox());
  const routes = tracker.printRoutes({ commonPrefix: false });
  const served = [...routes.matchAll(/(\/sandbox\/\S+) \(([A-Z, ]+)\)/g)]
    .filter(([, url = '']) => !ofPages.test(url))
    .flatMap(([, url = '', methods = '']) =>
      methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${url}`),
    );
  const page = readFileSync('docs/sandbox.md', 'utf8');
  const named = [...page.matchAll(/^\| `([A-Z]+ \/sandbox\/[^\s`]+)/gm)].map(([, call]) => call);
  expect(named.sort()).toEqual(served.sort());
});

test('docs/sandbox.md names each switch', () => {
  const [, page = ''] = readFileSync('docs/sandbox.md', 'utf8').split(
    '## Unknown platform behavior',
  );
  const [section = ''] = page.split('\n## ');
  const named = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(platformSwitches.shape));
});
