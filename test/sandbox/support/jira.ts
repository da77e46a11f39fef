import { beforeEach } from 'vitest';
import { fieldTypeOf, type FieldType } from '../../../src/sandbox/jira/field-type';
import { createDemoState } from '../../../src/sandbox/jira/demo-state';
import { JiraSite, type JiraSiteOptions } from '../../../src/sandbox/rest/jira-site';
import { memoryStateFile, memoryRecordFile } from './memory-files';
import type { Caller } from '../../../src/sandbox/jira/accounts';
import type { JiraReply } from '../../../src/sandbox/rest/route';
import { demoFacts } from './demo-facts';
import { accountIdOf } from './fixture-sandbox';
import { testManifest } from './test-manifest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';

export const assetType = 'ari:cloud:ecosystem::extension/app/env/static/workspace-object';
export const assetField = 'customfield_10050';
export const cityField = 'customfield_10051';
export const now = new Date('2026-01-15T09:00:00.000Z');

/** The field types of the manifest, ready for use. */
export function manifestFieldTypes(): readonly FieldType[] {
  return testManifest().modules['jira:customFieldType'].map((module) =>
    fieldTypeOf({ ...module, ari: `ari:cloud:ecosystem::extension/app/env/static/${module.key}` }),
  );
}

/** The demo site in memory. */
export function openJira(options: Partial<JiraSiteOptions> = {}): Promise<JiraSite> {
  return JiraSite.open({
    file: memoryStateFile(),
    precomputationFile: memoryRecordFile(),
    fieldTypes: manifestFieldTypes(),
    siteUrl: 'http://127.0.0.1:8080',
    now: () => now,
    createDemoState: () => createDemoState(demoFacts, now),
    warn: () => undefined,
    ...options,
  });
}

/** One person, or the app. */
export function callerOf(who: string): Caller {
  return who === 'app' ? { kind: 'app' } : { kind: 'person', accountId: accountIdOf(who) };
}

export type Call = (method: string, path: string, body?: unknown) => Promise<JiraReply>;

/** Calls Jira as one person, or as the app with the given scopes. */
export function callAs(site: JiraSite, who: string, grantedScopes?: readonly string[]): Call {
  return callApiAs('/rest/api/3', site, who, grantedScopes);
}

/** The demo site in memory, anew for each test of a file, and who calls it. */
export function useJira() {
  let opened: JiraSite | undefined;
  beforeEach(async () => {
    opened = await openJira();
  });
  const site = () => {
    if (opened === undefined) throw new Error('The site is open while a test runs.');
    return opened;
  };
  return {
    get site() {
      return site();
    },
    as:
      (who: string, grantedScopes?: readonly string[]): Call =>
      (...call) =>
        callAs(site(), who, grantedScopes)(...call),
  };
}

/** As {@link callAs}, for the service desk's API. */
export function callServiceDeskAs(
  site: JiraSite,
  who: string,
  grantedScopes?: readonly string[],
): Call {
  return callApiAs('/rest/servicedeskapi', site, who, grantedScopes);
}

function callApiAs(
  prefix: string,
  site: JiraSite,
  who: string,
  grantedScopes: readonly string[] | undefined,
): Call {
  const caller = callerOf(who);
  return (method, path, body) => {
    const { pathname, searchParams } = new URL(prefix + path, 'http://jira.invalid');
    return site.handle({
      method,
      path: pathname,
      query: searchParams,
      body,
      caller,
      ...(grantedScopes && { grantedScopes }),
    });
  };
}

/** The keys that a search of the admin finds, or what Jira says instead. */
export async function findKeys(sandbox: Sandbox, jql: string): Promise<readonly string[] | string> {
  const search = { jql: `${jql} ORDER BY key`, fields: ['summary'], maxResults: 100 };
  const { body } = await callAs(sandbox.jira, 'admin')('POST', '/search/jql', search);
  const { issues, errorMessages } = body as {
    issues?: { key: string }[];
    errorMessages?: string[];
  };
  return issues?.map(({ key }) => key) ?? (errorMessages ?? []).join(' ');
}
