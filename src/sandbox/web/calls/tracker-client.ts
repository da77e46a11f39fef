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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type TrackerClient = ReturnType<typeof connectAs>;

/** Speaks to the sandbox server as one account. */
export function connectAs(account: string) {
  return {
    /**
     * @returns the reply's JSON, of the type that the server's own code gives it; an empty body is
     *   `undefined`
     * @throws ServerError for every other status, an unreachable server (status 0) or what isn't JSON
     */
    async request<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
      const response = await reach(path, {
        method,
        headers: {
          Accept: 'application/json',
          'X-Sandbox-User': account,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const content = readJson(response.status, await response.text());
      if (!response.ok) throw refusal(response.status, content as ErrorBody | undefined);
      return content as Reply;
    },
  };
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
