import { describe, expect, test } from 'vitest';
import { matchPath, findPlaceOf } from '../../src/sandbox/web/shell/routing';

describe('matching a path', () => {
  test.each([
    ['/projects', '/projects', {}],
    ['/projects', '/projects/', {}],
    ['/browse/:key', '/browse/DEMO-1', { key: 'DEMO-1' }],
    ['/browse/:key', '/browse/a%20b', { key: 'a b' }],
    ['/browse/:key', '/browse/%E0%A4%A', { key: '%E0%A4%A' }],
    ['/browse/:key', '/browse/', undefined],
    ['/browse/:key', '/browse/DEMO-1/more', undefined],
    ['/projects', '/project', undefined],
    ['/apps/:key/*', '/apps/a', { key: 'a' }],
    ['/apps/:key/*', '/apps/a/tab/1', { key: 'a' }],
    ['/apps/:key/*', '/apps', undefined],
  ])('%s against %s', (pattern, path, parameters) => {
    expect(matchPath(pattern, path)).toEqual(parameters);
  });
});

test.each([
  ['/secure/admin/ViewCustomFields.jspa', '', '/settings/fields'],
  [
    '/secure/admin/ConfigureCustomField!default.jspa',
    'customFieldId=10050',
    '/settings/fields/customfield_10050',
  ],
  [
    '/secure/admin/AssociateFieldToScreens!default.jspa',
    'fieldId=customfield_10050',
    '/settings/fields/customfield_10050',
  ],
  ['/jira/settings/personal/apps/the-app/the-environment', '', '/settings/apps/connect'],
  [
    '/jira/settings/personal/apps/the-app/the-environment',
    'connect=now',
    '/settings/apps/connect?connect=now',
  ],
  ['/secure/admin/Elsewhere.jspa', '', undefined],
])("shows what Jira shows at %s?%s at the page's own %s", (path, query, place) => {
  expect(findPlaceOf(path, new URLSearchParams(query))).toBe(place);
});
