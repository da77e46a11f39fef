import stringWidth from 'string-width';
import type { PlatformApp } from '../../api/app-platform';
import { printableLine } from '../printable';

/** Name, status and key of each app, in columns; what to do if there are none. */
export function describeApps(apps: readonly PlatformApp[]): string {
  if (apps.length === 0) {
    return 'You have no apps yet. Create one with wds app create <name>, then deploy it with wds app deploy.';
  }
  const rows = apps.map(({ name, status, appKey }) => [name, status, appKey].map(printableLine));
  return inColumns([['Name', 'Status', 'App key'], ...rows]);
}

/** A note for each app that was promoted but isn't registered. */
export function describeUnregistered(apps: readonly PlatformApp[]): string[] {
  return apps.flatMap(({ appKey, promotedVersion, registerUrl }) =>
    promotedVersion === null || registerUrl === undefined
      ? []
      : `Customers get ${printableLine(promotedVersion.version)} of ${printableLine(appKey)} once you register the app at ${printableLine(registerUrl)}`,
  );
}

/** Rows of cells as lines, each column as wide as its widest cell. */
function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
