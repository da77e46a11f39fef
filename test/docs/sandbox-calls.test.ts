import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../src/sandbox/rest/jira-site';
import { portalRoutes } from '../../src/sandbox/rest/portal-routes';

test("docs/sandbox.md lists every call of Jira's REST API that the sandbox answers", () => {
  const page = readFileSync('docs/sandbox.md', 'utf8');
  const rows = page.matchAll(/^\| `(\/[^`]+)` +\| ([A-Z, ]+?) *\|$/gm);
  const listed = [...rows].flatMap(([, path = '', methods = '']) =>
    methods.split(', ').map((method) => `${method} ${path}`),
  );
  const served = [
    ...routes.map(({ method, path }) => `${method} ${path}`),
    ...portalRoutes.map(({ method, path }) => `${method} /rest/servicedeskapi${path}`),
  ];
  expect(listed.sort()).toEqual(served.sort());
});
