import { asApp, asUser, NeedsAuthenticationError, type Route } from '@forge/api';
import * as z from 'zod/mini';
import { parseRetryAfter } from '../../api/client';
import { noteLimit } from './jira-limit';
import { JiraError, type JiraCaller } from './platform';

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permissions/ */
export const permissionGrants = z.object({
  globalPermissions: z._default(z.array(z.string()), []),
  projectPermissions: z._default(
    z.array(
      z.object({
        permission: z.string(),
        projects: z._default(z.array(z.number()), []),
        issues: z._default(z.array(z.number()), []),
      }),
    ),
    [],
  ),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-myself/ */
export const myself = z.object({ emailAddress: z.nullish(z.string()) });

/**
 * Of Service Management, whose ids are texts in some places and numbers in others.
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-servicedesk/
 */
const idText = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
export const serviceDesk = z.object({ id: idText, projectId: idText });
export const requestType = z.object({ id: idText, serviceDeskId: idText, issueTypeId: idText });
/** Of the fields that the form shows: hidden ones come only where they are asked for. */
export const requestTypeForm = z.object({
  requestTypeFields: z.array(z.object({ fieldId: z.string() })),
});
export const customerRequest = z.object({ serviceDeskId: idText, requestTypeId: idText });

/** Of a call that is made for its effect alone. */
export const ignoredBody = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

export type Jira = ReturnType<typeof createJira>;

/** Jira with the rights of the caller. Every call throws as {@link readJiraReply}. */
export function createJira(caller: JiraCaller) {
  const accept = { Accept: 'application/json' };
  function send<Schema extends z.ZodMiniType>(path: Route, schema: Schema, request: object) {
    const ask = (signal: AbortSignal) =>
      (caller === 'app' ? asApp() : asUser()).requestJira(path, { ...request, signal });
    return readJiraReply(caller, ask, schema);
  }
  const withBody = (method: 'POST' | 'PUT', body: object) => ({
    method,
    headers: { ...accept, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    get: <Schema extends z.ZodMiniType>(path: Route, schema: Schema) =>
      send(path, schema, { headers: accept }),
    post: <Schema extends z.ZodMiniType>(path: Route, body: object, schema: Schema) =>
      send(path, schema, withBody('POST', body)),
    put: (path: Route, body: object) => send(path, ignoredBody, withBody('PUT', body)),
  };
}

export interface JiraResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

const noContent = 204;

/** A function of the platform ends after 25 seconds: one slow call leaves time for others. */
const jiraTimeoutMs = 5_000;

/**
 * @param send gets a signal that aborts when nobody waits for its answer any more
 * @throws {JiraError} where there is no answer in time, its status is no success, or its body is not
 *   of the schema
 * @throws the platform's own request for consent
 */
export async function readJiraReply<Schema extends z.ZodMiniType>(
  caller: JiraCaller,
  send: (signal: AbortSignal) => Promise<JiraResponse>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { promise: timeIsUp, signal, release } = failAfter(jiraTimeoutMs, caller);
  try {
    return await Promise.race([readAnswer(caller, send(signal), schema), timeIsUp]);
  } finally {
    release();
  }
}

async function readAnswer<Schema extends z.ZodMiniType>(
  caller: JiraCaller,
  answer: Promise<JiraResponse>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await answer.catch((cause: unknown) => {
    if (isPlatformPrompt(cause)) throw cause;
    throw new JiraError('Jira did not answer', caller, undefined, { cause });
  });
  noteLimit(response.headers);
  if (!response.ok) {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
    const message = `Jira answered ${response.status}`;
    throw new JiraError(message, caller, response.status, { retryAfterMs });
  }
  try {
    return schema.parse(response.status === noContent ? undefined : await response.json());
  } catch (cause) {
    throw new JiraError('Jira answered in an unexpected shape', caller, response.status, { cause });
  }
}

/** True for the error that makes the host ask the person for consent. */
export function isPlatformPrompt(error: unknown): boolean {
  return (
    error instanceof NeedsAuthenticationError ||
    (error instanceof Error && error.name === 'NEEDS_AUTHENTICATION_ERR')
  );
}

/** The promise fails by itself too: what ignores the signal must not be waited for. */
function failAfter(timeoutMs: number, caller: JiraCaller) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new JiraError('Jira did not answer in time', caller, undefined));
      controller.abort();
    }, timeoutMs);
  });
  return { promise, signal: controller.signal, release: () => clearTimeout(timer) };
}
