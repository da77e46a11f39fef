import * as z from 'zod';

/** A reply of the sandbox server that is not a success, in the shape of Jira's error body. */
export class ServerError extends Error {
  override name = 'ServerError';

  constructor(
    readonly status: number,
    readonly errorMessages: readonly string[],
    /** Text by field id, as Jira answers for a rejected create or edit. */
    readonly fieldErrors: Readonly<Record<string, string>>,
    options?: ErrorOptions,
  ) {
    super(messageOf(status, errorMessages, fieldErrors), options);
  }
}

export interface TrackerClient {
  /**
   * @returns the reply's JSON, checked by the schema; an empty body is `undefined`
   * @throws ServerError for every other status, an unreachable server (status 0) or an odd body
   */
  request<T>(schema: z.ZodType<T>, method: Method, path: string, body?: unknown): Promise<T>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Speaks to the sandbox server as one account. */
export function connectAs(account: string, send: typeof fetch = fetch): TrackerClient {
  return {
    async request(schema, method, path, body) {
      const response = await reach(send, path, {
        method,
        headers: {
          Accept: 'application/json',
          'X-Sandbox-User': account,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const content = readJson(response.status, await response.text());
      if (!response.ok) throw refusal(response.status, content);
      return checked(schema, response.status, path, content);
    },
  };
}

async function reach(send: typeof fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await send(path, init);
  } catch (cause) {
    const message = 'Can’t reach the sandbox server. Check that it’s running, then try again.';
    throw new ServerError(0, [message], {}, { cause });
  }
}

function readJson(status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `The sandbox server answered ${status} with something that isn’t JSON.`;
    throw new ServerError(status, [message], {}, { cause });
  }
}

function checked<T>(schema: z.ZodType<T>, status: number, path: string, content: unknown): T {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const message = `The sandbox server’s reply to ${path} has an unexpected shape: ${z.prettifyError(parsed.error)}`;
  throw new ServerError(status, [message], {}, { cause: parsed.error });
}

const errorBodySchema = z.object({
  errorMessages: z.array(z.string()).default([]),
  /** In place of the others where the service desk answers. */
  errorMessage: z.string().optional(),
  errors: z.record(z.string(), z.string()).default({}),
});

function refusal(status: number, content: unknown): ServerError {
  const body = errorBodySchema.safeParse(content);
  if (!body.success) return new ServerError(status, [], {});
  const { errorMessages, errorMessage, errors } = body.data;
  const isOfFields = Object.keys(errors).length > 0;
  const own = errorMessage === undefined || isOfFields ? [] : [errorMessage];
  return new ServerError(status, [...errorMessages, ...own], errors);
}

function messageOf(
  status: number,
  errorMessages: readonly string[],
  fieldErrors: Readonly<Record<string, string>>,
): string {
  const texts = [...errorMessages, ...Object.values(fieldErrors)];
  return texts.length > 0 ? texts.join(' ') : `The sandbox server answered ${status}.`;
}
