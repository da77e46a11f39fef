import { expect, test } from 'vitest';
import { findPlaceOf } from '../../src/sandbox/web/shell/routing';

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
  ['/secure/admin/Elsewhere.jspa', '', undefined],
])("shows what Jira shows at %s?%s at the page's own %s", (path, query, place) => {
  expect(findPlaceOf(path, new URLSearchParams(query))).toBe(place);
});
