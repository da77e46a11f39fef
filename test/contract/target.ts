import { inject } from 'vitest';
import { publicPathPrefix, workspaceHeader } from '../../src/api/endpoint';
import type { WorkspaceClient } from '../support/api-client';
import { demoClient, startDemoService } from '../support/demo-service';
import { recordStatements, type RecordedStatement } from '../support/record-statements';
import { createOnPostgres } from '../support/test-database';
import type { Attribute } from '../../src/api/attribute';
import type { EnrichedType } from '../../src/api/type';
import { demoAccounts, demoWorkspaceId } from '../../src/service';

/** What the suite calls: a service of its own with demo data, on the database that the run is for. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Where it is on Postgres. */
  readonly databaseUrl?: string | undefined;
  /** What the service has sent to it, once each; absent where its tables are on one server. */
  readonly statements?: ReadonlyMap<string, RecordedStatement> | undefined;
  readonly facts: Facts;
  /** The typed client of its administrator, in the workspace of {@link facts}. */
  readonly client: WorkspaceClient;
  readonly call: (request: Request) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** One request; the token and the workspace of the target go with it, unless headers say otherwise. */
export interface Request {
  readonly method: string;
  /** Below `/public/v1`, or whole where it begins with `//`: `//health` is `/health`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Sent as it is in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined where there is none. */
  readonly body: unknown;
}

export type Call = Target['call'];

/** May frame pages of the service. */
export const ownParentOrigin = 'https://jira.example.com';

export async function openTarget(): Promise<Target> {
  // Without the demo data, since what fills the tables is recorded and judged as well.
  const created = await createOnPostgres('tables');
  const recorded = inject('engine') === 'citus' ? recordStatements() : undefined;
  const service = await startDemoService({
    databaseUrl: created?.url,
    rateLimits: { perToken: 100_000, perWorkspace: 100_000 },
    embeddingOrigins: [ownParentOrigin],
    workspaceCreators: ['admin@example.com'],
  });
  const { url } = service;
  const token = 'demo-admin-token';
  const workspaceId = demoWorkspaceId('IT');
  const send = (request: Request) => {
    const headers = { authorization: `Bearer ${token}`, [workspaceHeader]: workspaceId };
    return call(url, { ...request, headers: { ...headers, ...request.headers } });
  };
  return {
    url,
    token,
    databaseUrl: created?.url,
    statements: recorded?.statements,
    facts: await readFacts(demoClient(service), workspaceId),
    client: demoClient(service),
    call: send,
    close: async () => {
      await service.close();
      recorded?.stop();
      await created?.drop();
    },
  };
}

async function call(url: string, { method, path, headers, body, rawBody }: Request) {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const contentType = sent === undefined ? undefined : 'application/json';
  const entries = Object.entries({ 'content-type': contentType, ...headers });
  const response = await fetch(url + pathOf(path), {
    method,
    headers: entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...(sent !== undefined && { body: sent }),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

export function pathOf(path: string): string {
  return path.startsWith('//') ? path.slice(1) : publicPathPrefix + path;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service holds that cases can be about. */
export interface Facts {
  readonly workspaceId: string;
  readonly userId: string;
  readonly types: readonly EnrichedType[];
  /** The type whose attributes are of the most kinds, and an object of it. */
  readonly type: EnrichedType;
  readonly objectId: string;
  readonly labelAttribute: Attribute;
  /** An attribute of {@link type} of an attribute type. */
  readonly attributeOf: (code: string) => Attribute;
}

async function readFacts(client: WorkspaceClient, workspaceId: string): Promise<Facts> {
  const userId = present(demoAccounts.find(({ account }) => account === 'admin')).id;
  const types = (await client.types.listEnriched({ limit: 200 })).result;
  const type = present(types.toSorted((one, other) => kindsOf(other) - kindsOf(one))[0]);
  const attributes = (await client.attributes.list({ typeId: type.id, limit: 200 })).result;
  const found = await client.objects.search({ query: '', typeId: type.id, limit: 1 });
  return {
    workspaceId,
    userId,
    types,
    type,
    objectId: present(found.result[0]).id,
    labelAttribute: present(attributes.find(({ isLabel }) => isLabel)),
    attributeOf: (code) => present(attributes.find((each) => each.attributeTypeCode === code)),
  };
}

function kindsOf({ attributes }: EnrichedType): number {
  return new Set(attributes.map(({ attributeTypeCode }) => attributeTypeCode)).size;
}

export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The service holds nothing to check it with.');
  return value;
}
