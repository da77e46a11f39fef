import type { PromotedVersion, ServedVersion } from '../../api/app-platform';
import type { Queryable } from '../base/database';
import { Refusal, notFound } from '../base/refusals/refusal';
import { getVersion, statusOf } from './apps';
import type { ServeUrlOf } from './apps';

/**
 * Makes a version the one that customers get, from now on or once the app is registered.
 * @throws Refusal 404 for a version that isn't the caller's, 400 if its bundle isn't ready
 */
export async function promoteVersion(
  database: Queryable,
  ownerId: string,
  { appId, versionId }: { appId: string; versionId: string },
  registerUrl: string,
): Promise<PromotedVersion> {
  const { version, bundleStatus } = await getVersion(database, ownerId, { appId, versionId });
  if (bundleStatus !== 'READY') {
    throw new Refusal(400, `Version ${version} has no bundle that can be served. Deploy it again.`);
  }
  const [app] = await database.query<{ isRegistered: boolean }>(
    `update app set promoted_version_id = $2 where id = $1
     returning registered_at is not null as "isRegistered"`,
    [appId, versionId],
  );
  if (app === undefined) throw notFound('app');
  const { isRegistered } = app;
  const status = statusOf(isRegistered, true);
  return { id: versionId, appId, version, status, ...(!isRegistered && { registerUrl }) };
}

/**
 * Lets customers get an app of the caller. Where they may already, nothing changes.
 * @returns its name; undefined for an app that isn't the caller's
 */
export async function registerApp(
  database: Queryable,
  ownerId: string,
  appId: string,
  now: Date,
): Promise<string | undefined> {
  const [app] = await database.query<{ name: string }>(
    `update app set registered_at = coalesce(registered_at, $3) where id = $1 and owner_id = $2
     returning name`,
    [appId, ownerId, now],
  );
  return app?.name;
}

/**
 * The build that the caller gets of any app: its developer the latest that can be served, everyone else the
 * promoted one of an app that is registered.
 * @throws Refusal 404 if there is none for the caller
 */
export async function getServedVersion(
  database: Queryable,
  userId: string,
  appId: string,
  serveUrlOf: ServeUrlOf,
): Promise<ServedVersion> {
  const [row] = await database.query<{ id: string; version: string }>(
    `select app_version.id, app_version.version
     from app_version join app on app.id = app_version.app_id
     where app.id = $1 and app_version.bundle_status = 'READY'
       and (app.owner_id = $2
         or app.registered_at is not null and app.promoted_version_id = app_version.id)
     order by app_version.build_number desc
     limit 1`,
    [appId, userId],
  );
  if (row === undefined) throw notFound('app');
  return { version: row.version, serveUrl: serveUrlOf(row.id) };
}
