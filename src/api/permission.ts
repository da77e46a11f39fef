/** What a person can be in a workspace, the one with the fewest rights first. */
export const roles = ['reader', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/**
 * Which role allows what in a workspace. Each call names its row. What a role allows can be narrowed by the access
 * to a type or a site, and by the token of a call, and never widened.
 * @see docs/decisions/0019-roles-and-access.md
 */
export const permissionMatrix = {
  /** Read types, objects, people, workflows, sites and pages. */
  read: { reader: true, editor: true, administrator: true },
  /** Create, change, delete and restore objects, move them through workflows, and upload files for them. */
  changeObjects: { reader: false, editor: true, administrator: true },
  /** Create, change and delete types, attributes and workflows. */
  changeSchema: { reader: false, editor: false, administrator: true },
  /** Create, change and delete sites and pages, and say who can open a site. */
  changeSites: { reader: false, editor: false, administrator: true },
  /** Add and remove people, change roles, groups and the access to types, and name the workspace. */
  changeAccess: { reader: false, editor: false, administrator: true },
  /** Read who changed what, and which tokens reach the workspace. */
  audit: { reader: false, editor: false, administrator: true },
} as const satisfies Readonly<Record<string, Readonly<Record<Role, boolean>>>>;

export type Permission = keyof typeof permissionMatrix;
