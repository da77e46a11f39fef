import * as z from 'zod/mini';
import { publicPathPrefix } from '../../src/api/endpoint';
import { errorBody } from '../../src/api/error-body';
import { clientWith, type WorkspaceClient } from '../support/api-client';
import { openTestDatabase, refuseForgottenVersions } from '../support/test-database';
import type { Database } from '../../src/service/base/database/database';
import type { UnsentAnswers } from '../../src/service/base/http/unsent-answers';
import type { StorageBudgets } from '../../src/service/base/files/storage-budgets';
import type { RateLimits } from '../../src/service/base/request-limits/request-limits';
import { compareAnswersOf } from '../support/described-services';
import { fillFleet, ids, tokens } from './fleet';
import { sendJson, type Answer } from '../support/send-json';
import { serveApplication } from '../support/serve-application';

const noBudgets = {
  unusedBytesPerPerson: Number.MAX_SAFE_INTEGER,
  unusedBytesPerWorkspace: Number.MAX_SAFE_INTEGER,
  bytesPerWorkspace: Number.MAX_SAFE_INTEGER,
  buildBytesPerPerson: Number.MAX_SAFE_INTEGER,
};

/** The time at which the tests take place. */
export const testTime = new Date('2026-11-20T12:00:00.000Z');

export type { Answer } from '../support/send-json';

interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is in place of `body`. */
  readonly rawBody?: string;
  /** Ann where absent. */
  readonly as?: keyof typeof tokens | undefined;
  readonly headers?: Record<string, string | undefined>;
}

export interface FleetService {
  readonly url: string;
  readonly database: Database;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A call of the public API; `path` is what comes after its prefix. */
  api(method: string, path: string, body?: unknown, as?: CallOptions['as']): Promise<Answer>;
  /** The typed client of someone, in the workspace. */
  as(account: keyof typeof tokens): WorkspaceClient;
  close(): Promise<void>;
}

/** The real service over HTTP, with the workspace of {@link fillFleet}. */
export async function startFleetService({
  limits,
  clock = () => testTime,
  embeddingOrigins = [],
  unsentAnswers,
  storageBudgets = {},
}: {
  limits?: RateLimits;
  clock?: () => Date;
  embeddingOrigins?: readonly string[];
  unsentAnswers?: UnsentAnswers;
  /** Those that aren't named are unlimited. */
  storageBudgets?: Partial<StorageBudgets>;
} = {}): Promise<FleetService> {
  const database = await openTestDatabase();
  await fillFleet(database);
  await refuseForgottenVersions(database);
  await database.runScript('analyze');
  const served = await serveApplication(database, {
    clock,
    limits,
    storageBudgets: { ...noBudgets, ...storageBudgets },
    embeddingOrigins,
    ...(unsentAnswers && { unsentAnswers }),
  });
  const { url } = served;
  compareAnswersOf(url);
  return {
    url,
    database,
    call: (method, path, options) => callFleet(url, method, path, options),
    api: (method, path, body, as) => callFleet(url, method, publicPathPrefix + path, { body, as }),
    as: (account) => clientWith(url, tokens[account]).inWorkspace(ids.fleet),
    close: async () => {
      await served.close();
      await database.close();
    },
  };
}

/** A call in the workspace of {@link fillFleet}; `path` is what comes after the address of the service. */
export function callFleet(
  url: string,
  method: string,
  path: string,
  { body, rawBody, as = 'ann', headers = {} }: CallOptions = {},
): Promise<Answer> {
  const sent = { token: tokens[as], workspaceId: ids.fleet, body, rawBody, headers };
  return sendJson(method, url + path, sent);
}

/** Calls `POST` of the public API, which answers an object. */
export async function postToFleet(url: string, path: string, body: unknown) {
  const answer = await callFleet(url, 'POST', publicPathPrefix + path, { body });
  return { status: answer.status, body: answer.body as Record<string, unknown> };
}

/** The error body of an answer, strictly as the spec has it. */
export function readError(answer: Answer): z.infer<typeof errorBody> {
  return strictly(errorBody).parse(answer.body);
}

/** The schema, but with no other fields than those that it names. */
export function strictly<Shape extends z.core.$ZodShape>(schema: z.ZodMiniObject<Shape>) {
  return z.strictObject(schema.shape);
}
