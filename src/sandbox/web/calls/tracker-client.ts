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

export type TrackerClient = ReturnType<typeof connectAs>;

/**
 * Speaks to the sandbox server as one account.
 * @returns calls that answer with the reply's JSON, of the type that the server's own code gives it, or `undefined`
 *   for an empty body; they throw a ServerError for every status but success, an unreachable server
 *   (status 0) and what isn't JSON
 */
export function connectAs(account: string) {
  const call = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const headers = {
      Accept: 'application/json',
      'X-Sandbox-User': account,
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await reach(path, init);
    const content = readJson(response.status, await response.text());
    if (!response.ok) throw refusal(response.status, content as ErrorBody | undefined);
    return content as Reply;
  };
  return {
    get: <Reply>(path: string) => call<Reply>('GET', path),
    send: <Reply = undefined>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      call<Reply>(method, path, body),
  };
}

/** Tags a path: what is put into it stays one segment of it. */
export function pathOf(parts: TemplateStringsArray, ...segments: readonly string[]): string {
  return String.raw({ raw: parts }, ...segments.map(encodeURIComponent));
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
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

interface ErrorBody {
  errorMessages?: readonly string[];
  /** In place of the others where the service desk answers. */
  errorMessage?: string;
  errors?: Readonly<Record<string, string>>;
}

function refusal(status: number, body: ErrorBody = {}): ServerError {
  const { errorMessages = [], errorMessage, errors = {} } = body;
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
