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
  /** From where the app's screens may show pictures: addresses on this machine, as far as there are any. */
  images: readonly string[];
  fieldTypes: readonly AppFieldType[];
  /** None for people without a license, as `projectPages`. */
  pages: readonly AppPage[];
  projectPages: readonly ProjectPageModule[];
  customUiUrl: string;
  /** Whether events of the bridge reach the other resources of the app on the page. */
  deliversEvents: boolean;
}

export const readSandboxState = (tracker: TrackerClient) =>
  tracker.get<SandboxState>('/sandbox/state');

export const saveProfile = (tracker: TrackerClient, profile: Profile) =>
  tracker.send('PUT', '/sandbox/profile', profile);

/** Takes back what a person let the app read at another service. */
export const removeGrant = (tracker: TrackerClient, account: string) =>
  tracker.send('DELETE', '/sandbox/grants', { account });

/** @returns the `FullContext` of `@forge/bridge`, without the theme */
export const readContext = (tracker: TrackerClient, point: ExtensionPoint) =>
  tracker.send<object>('POST', '/sandbox/bridge/context', point);

export type InvocationReply =
  | { ok: true; value: unknown }
  | {
      ok: false;
      error: {
        code: string;
        message: string;
        serviceKey?: string;
        authorizeUrl?: string;
        /** Whether the question for consent shows only where the person has just clicked. */
        needsClick?: boolean;
      };
    };

/** Runs a function of the app's resolver as the client's account. */
export const invokeFunction = (
  tracker: TrackerClient,
  point: ExtensionPoint,
  call: { functionKey: string; payload?: unknown },
) => tracker.send<InvocationReply>('POST', '/sandbox/bridge/invoke', { ...point, ...call });

/** @throws {ServerError} if the platform's router doesn't know the page */
export async function getPagePath(tracker: TrackerClient, moduleKey: string): Promise<string> {
  const body = { moduleKey };
  return (await tracker.send<{ path: string }>('POST', '/sandbox/bridge/getUrl', body)).path;
}

/** Calls Jira's REST as the client's account, in the shape of the bridge's `fetchProduct`. */
export const fetchProduct = (
  tracker: TrackerClient,
  call: { restPath: string; fetchRequestInit?: unknown },
) => tracker.send<object>('POST', '/sandbox/bridge/fetchProduct', call);

/** The app's type behind a field's schema; undefined for fields of Jira itself. */
export function findFieldType(
  fieldTypes: readonly AppFieldType[],
  schema: { custom?: string | undefined } | undefined,
): AppFieldType | undefined {
  return fieldTypes.find(({ ari }) => ari === schema?.custom);
}
