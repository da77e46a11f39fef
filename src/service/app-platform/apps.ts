import { randomUUID } from 'node:crypto';
import { appManifest, maximumManifestBytes } from '../../api/app-platform';
import type {
  AppVersion,
  DeployedVersion,
  PlatformApp,
  PromotedVersion,
  ServedVersion,
} from '../../api/app-platform';
import { ManifestProblem, parseManifest } from '../../api/manifest-text';
import { onlyRow } from '../base/database/database';
import type { Database, Queryable } from '../base/database/database';
import { invalid, notFound, Refusal } from '../base/refusals/refusal';
import { checkInput, describeSchemaError, violationsOf } from '../base/refusals/schema-violations';
import { isStorable } from '../base/refusals/storable-inputs';
import { assertStorable, refuseValue } from '../base/refusals/refused-values';

/** Nobody needs more. */
const maximumApps = 100;

/** A version as the database has it. */
interface VersionRow extends Omit<AppVersion, 'serveUrl' | 'createdAt'> {
  appId: string;
  createdAt: Date;
}

const versionColumns = `
  app_version.id, app_version.app_id as "appId", app_version.version,
  app_version.bundle_status as "bundleStatus", app_version.created_at as "createdAt",
  app_version.id is not distinct from app.promoted_version_id as "isPromoted"`;

/** An app as its developer sees it. */
export interface DevelopedApp {
  readonly id: string;
  readonly appKey: string;
  readonly name: string;
  /** Null while only its developer gets it. */
  readonly registeredAt: Date | null;
  /** At least one, the latest first. */
  readonly versions: readonly VersionRow[];
}

/** Where the bundle of a version is served from. */
export type ServeUrlOf = (versionId: string) => string;

/** What the app platform says of its own addresses, and of the service's. */
interface PlatformAddresses {
  readonly serveUrlOf: ServeUrlOf;
  /** The page on which developers register their apps. */
  readonly registerUrl: string;
}

/**
 * Creates a version of the app that the manifest names, and the app with its first one.
 * @throws Refusal 400 CONFLICT if the key belongs to someone else, TOO_MANY for one app too many
 */
export function deployVersion(
  database: Database,
  ownerId: string,
  { appKey, name, version, text }: ReadManifest,
  now: Date,
): Promise<DeployedVersion> {
  return database.transaction(async (transaction) => {
    const appId = await createOrNameApp(transaction, ownerId, { appKey, name });
    const id = randomUUID();
    await transaction.query(
      `insert into app_version (id, app_id, version, manifest, created_at)
       values ($1, $2, $3, $4, $5)`,
      [id, appId, version, text, now],
    );
    return { id, appId, version };
  });
}

async function createOrNameApp(
  database: Queryable,
  ownerId: string,
  { appKey, name }: Pick<ReadManifest, 'appKey' | 'name'>,
): Promise<string> {
  // One after the other, so that several at once make neither too many apps nor the same one twice.
  await database.query('select from account where id = $1 for update', [ownerId]);
  const [named] = await database.query<{ id: string }>(
    'update app set name = $3 where app_key = $1 and owner_id = $2 returning id',
    [appKey, ownerId, name],
  );
  if (named !== undefined) return named.id;
  const { count } = onlyRow(
    await database.query<{ count: number }>(
      'select count(*)::integer as count from app where owner_id = $1',
      [ownerId],
    ),
  );
  if (count >= maximumApps) {
    const message = `You can have up to ${maximumApps} apps.`;
    throw refuseValue('TOO_MANY', 'app.key', 'APP', message, appKey);
  }
  const [created] = await database.query<{ id: string }>(
    `insert into app (id, app_key, owner_id, name) values ($1, $2, $3, $4)
     on conflict (app_key) do nothing returning id`,
    [randomUUID(), appKey, ownerId, name],
  );
  if (created !== undefined) return created.id;
  const message = `The app key "${appKey}" is taken. Choose another one.`;
  throw refuseValue('CONFLICT', 'app.key', 'APP', message, appKey);
}

/** The apps that someone develops, by name. */
export async function readDevelopedApps(
  database: Queryable,
  ownerId: string,
): Promise<DevelopedApp[]> {
  const apps = await database.query<Omit<DevelopedApp, 'versions'>>(
    `select id, app_key as "appKey", name, registered_at as "registeredAt"
     from app where owner_id = $1
     order by lower(name), app_key`,
    [ownerId],
  );
  const versions = await database.query<VersionRow>(
    `select ${versionColumns} from app_version join app on app.id = app_version.app_id
     where app.owner_id = $1
     order by app_version.build_number desc`,
    [ownerId],
  );
  return apps.map((app) => ({
    ...app,
    versions: versions.filter(({ appId }) => appId === app.id),
  }));
}

/** The caller's apps, by name. */
export async function readApps(
  database: Queryable,
  ownerId: string,
  { serveUrlOf, registerUrl }: PlatformAddresses,
): Promise<PlatformApp[]> {
  const apps = await readDevelopedApps(database, ownerId);
  return apps.map(({ id, appKey, name, registeredAt, versions }) => {
    const promoted = versions.find(({ isPromoted }) => isPromoted);
    const isRegistered = registeredAt !== null;
    return {
      id,
      appKey,
      name,
      status: statusOf(isRegistered, promoted !== undefined),
      ...(!isRegistered && { registerUrl }),
      latestVersion: showVersion(onlyRow(versions), serveUrlOf),
      promotedVersion: promoted === undefined ? null : showVersion(promoted, serveUrlOf),
    };
  });
}

/** A version can be promoted before its app is registered. Customers don't get it then. */
function statusOf(isRegistered: boolean, isPromoted: boolean): PlatformApp['status'] {
  if (!isRegistered) return 'DEPLOYED';
  return isPromoted ? 'PROMOTED' : 'REGISTERED';
}

function showVersion(row: VersionRow, serveUrlOf: ServeUrlOf): AppVersion {
  const { id, version, bundleStatus, isPromoted, createdAt } = row;
  return {
    id,
    version,
    bundleStatus,
    isPromoted,
    serveUrl: bundleStatus === 'READY' ? serveUrlOf(id) : null,
    createdAt: createdAt.toISOString(),
  };
}

/**
 * The versions of an app of the caller, the latest first.
 * @throws Refusal 404 for an app that isn't the caller's
 */
export async function readVersions(
  database: Queryable,
  ownerId: string,
  appId: string,
  serveUrlOf: ServeUrlOf,
): Promise<AppVersion[]> {
  const rows = await database.query<VersionRow>(
    `select ${versionColumns} from app_version join app on app.id = app_version.app_id
     where app.id = $1 and app.owner_id = $2
     order by app_version.build_number desc`,
    [appId, ownerId],
  );
  // Each app has a version: it is created with its first one.
  if (rows.length === 0) throw notFound('app');
  return rows.map((row) => showVersion(row, serveUrlOf));
}

/** @throws Refusal 404 for a version that isn't the caller's */
export async function getVersion(
  database: Queryable,
  ownerId: string,
  { appId, versionId }: { appId: string; versionId: string },
): Promise<VersionRow> {
  const [row] = await database.query<VersionRow>(
    `select ${versionColumns} from app_version join app on app.id = app_version.app_id
     where app.id = $1 and app_version.id = $2 and app.owner_id = $3`,
    [appId, versionId, ownerId],
  );
  if (row === undefined) throw notFound('app');
  return row;
}

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

type ReadManifest = ReturnType<typeof readManifest>;

/**
 * What the app platform takes from a manifest, and its text as it was sent.
 * @param bytes the body of the call, YAML or JSON
 * @throws Refusal 400, with violations if it can be read but lacks something; 413 if it is too long
 */
export function readManifest(bytes: Uint8Array) {
  const text = decode(bytes);
  const document = parse(text);
  const manifest = checkInput(appManifest, document);
  if (!manifest.success) {
    throw invalid(
      `The manifest can’t be deployed: ${describeSchemaError(manifest.error)}`,
      violationsOf(manifest.error, document, 'APP'),
    );
  }
  const { key, version, name = key } = manifest.data.app;
  assertStorable({ 'app.name': name }, 'APP');
  return { appKey: key, name, version, text };
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new Refusal(400, 'Send the manifest as the body.');
  if (bytes.length > maximumManifestBytes) {
    throw new Refusal(413, 'The manifest is too large: send at most 64 kB.');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isStorable(text)) return text;
  } catch {
    // Refused below, in our words.
  }
  throw new Refusal(400, 'The manifest isn’t UTF-8 text.');
}

function parse(text: string): unknown {
  try {
    return parseManifest(text);
  } catch (error) {
    if (!(error instanceof ManifestProblem)) throw error;
    throw new Refusal(400, `The manifest can’t be read: ${error.message}.`);
  }
}
