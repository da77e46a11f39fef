/** What a service answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined for an empty body. */
  readonly body: unknown;
}

interface Sent {
  readonly token?: string | undefined;
  readonly workspaceId?: string;
  readonly body?: unknown;
  /** Sent as it is in place of `body`. */
  readonly rawBody?: string | undefined;
  /** Beside those of the others, or in their place; one that is undefined isn't sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends a request, with JSON if it has a body. */
export async function sendJson(
  method: string,
  url: string,
  { token, workspaceId, body, rawBody, headers = {} }: Sent = {},
): Promise<Answer> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const allHeaders: Record<string, string | undefined> = {
    authorization: token && `Bearer ${token}`,
    'wds-workspace-id': workspaceId,
    'content-type': sent === undefined ? undefined : 'application/json',
    ...headers,
  };
  const response = await fetch(url, {
    method,
    headers: Object.entries(allHeaders).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
