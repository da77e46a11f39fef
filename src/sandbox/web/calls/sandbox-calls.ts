import type { ExtensionPoint } from '../../forge/extension-point';
import type { FieldTypeModule, PageModule, ProjectPageModule } from '../../forge/manifest';
import type { Account } from '../../jira/accounts';
import type { Profile } from '../../jira/state';
import type { TrackerClient } from './tracker-client';

/** A custom field type that the app brings, as the manifest declares it, with its ARI. */
export type AppFieldType = FieldTypeModule & { ari: string };

/** A page that the app adds to Jira's settings or to a person's own. */
export type AppPage = PageModule & { moduleType: 'jira:adminPage' | 'jira:personalSettingsPage' };

/** Who is signed in, who could be, and what the app brings. */
export interface SandboxState {
  accounts: readonly Account[];
  current: Account;
  profile: Profile;
  /** What the app may read for the person at another service; null if nothing. */
  grant: { providerName: string; displayName: string } | null;
  locales: readonly string[];
  siteUrl: string;
  /** Of the app's remotes: where on this machine each is. */
  origins: Readonly<Record<string, string>>;
  fieldTypes: readonly AppFieldType[];
  /** None for people without a license, as `projectPages`. */
  pages: readonly AppPage[];
  projectPages: readonly ProjectPageModule[];
  customUiUrl: string;
}

export function readSandboxState(tracker: TrackerClient): Promise<SandboxState> {
  return tracker.request('GET', '/sandbox/state');
}

export function saveProfile(tracker: TrackerClient, profile: Profile): Promise<undefined> {
  return tracker.request('PUT', '/sandbox/profile', profile);
}

/** Takes back what a person let the app read at another service. */
export function removeGrant(tracker: TrackerClient, account: string): Promise<undefined> {
  return tracker.request('DELETE', '/sandbox/grants', { account });
}

/** @returns the `FullContext` of `@forge/bridge`, without the theme */
export function readContext(tracker: TrackerClient, point: ExtensionPoint): Promise<object> {
  return tracker.request('POST', '/sandbox/bridge/context', point);
}

export type InvocationReply =
  | { ok: true; value: unknown }
  | {
      ok: false;
      error: { code: string; message: string; serviceKey?: string; authorizeUrl?: string };
    };

/** Runs a function of the app's resolver as the client's account. */
export function invokeFunction(
  tracker: TrackerClient,
  point: ExtensionPoint,
  functionKey: string,
  payload: unknown,
): Promise<InvocationReply> {
  return tracker.request('POST', '/sandbox/bridge/invoke', { ...point, functionKey, payload });
}

/** @throws {ServerError} if the platform's router doesn't know the page */
export async function getPagePath(tracker: TrackerClient, moduleKey: string): Promise<string> {
  const body = { moduleKey };
  return (await tracker.request<{ path: string }>('POST', '/sandbox/bridge/getUrl', body)).path;
}

/** Calls Jira's REST as the client's account, in the shape of the bridge's `fetchProduct`. */
export function fetchProduct(tracker: TrackerClient, restPath: string, fetchRequestInit: unknown) {
  const body = { restPath, fetchRequestInit };
  return tracker.request<object>('POST', '/sandbox/bridge/fetchProduct', body);
}

/** The app's type behind a field's schema; undefined for fields of Jira itself. */
export function findFieldType(
  fieldTypes: readonly AppFieldType[],
  schema: { custom?: string | undefined } | undefined,
): AppFieldType | undefined {
  return fieldTypes.find(({ ari }) => ari === schema?.custom);
}
