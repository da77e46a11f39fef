/**
 * Where the page shows what Jira shows at an address of its own, to which apps link.
 *
 * @returns undefined if it is no such address
 */
export function findPlaceOf(path: string, query: URLSearchParams): string | undefined {
  // There is one such page here.
  if (/^\/jira\/settings\/personal\/apps\/[^/]+\/[^/]+$/.test(path))
    return '/settings/apps/connect';
  switch (path) {
    case '/secure/admin/ViewCustomFields.jspa':
      return '/settings/fields';
    case '/secure/admin/ConfigureCustomField!default.jspa':
      return fieldPath(`customfield_${query.get('customFieldId') ?? ''}`);
    // Every field is on every screen here.
    case '/secure/admin/AssociateFieldToScreens!default.jspa':
      return fieldPath(query.get('fieldId') ?? '');
    default:
      return undefined;
  }
}

function fieldPath(fieldId: string): string {
  return `/settings/fields/${encodeURIComponent(fieldId)}`;
}

/** Where an app's page in a project is. */
export function projectPagePath(projectKey: string, moduleKey: string): string {
  return `/projects/${encodeURIComponent(projectKey)}/apps/${encodeURIComponent(moduleKey)}`;
}
