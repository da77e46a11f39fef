/**
 * Where Jira's own screens are.
 * @see docs/platform-assumptions.md, 39
 */
export const customFieldsAddress = '/secure/admin/ViewCustomFields.jspa';

/** @param fieldId such as `customfield_10010` */
export function contextsAddress(fieldId: string): string {
  const number = fieldId.replace(/^customfield_/, '');
  return `/secure/admin/ConfigureCustomField!default.jspa?customFieldId=${encodeURIComponent(number)}`;
}

export function fieldScreensAddress(fieldId: string): string {
  return `/secure/admin/AssociateFieldToScreens!default.jspa?fieldId=${encodeURIComponent(fieldId)}`;
}

/** @param key such as `DEMO-1` */
export function issueAddress(key: string): string {
  return `/browse/${encodeURIComponent(key)}`;
}
