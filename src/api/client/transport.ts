import { ServiceError } from './reply';

export interface TransportRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface TransportResponse {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Sends one request to a path such as `/public/v1/workspace?limit=50`; adds the credential. */
export type Transport = (path: string, request: TransportRequest) => Promise<TransportResponse>;

interface FetchTransportOptions {
  /** Sent as bearer: a personal access token or an OAuth access token. */
  readonly token?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/**
 * A transport over plain `fetch`. Redirects are answers, never followed: the credential goes to
 * the given address only.
 * @param baseUrl the service's address, with the path in front of `/public/v1` if there is one
 * @throws {ServiceError} `cannotSend` if address or credential cannot be used; neither is repeated
 */
export function fetchTransport(baseUrl: string, options: FetchTransportOptions = {}): Transport {
  const base = baseAddress(baseUrl);
  const ownHeaders = sendableHeaders(options);
  const send = options.fetch ?? fetch;
  return async (path, request) =>
    send(addressOf(base, path), {
      ...request,
      headers: { ...request.headers, ...ownHeaders },
      redirect: 'manual',
    });
}

function baseAddress(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isUsable || url.search || url.hash) {
    throw new ServiceError(
      'cannotSend',
      "The service's address cannot be used. Give an http or https address without user name, password, query and fragment.",
    );
  }
  return url;
}

/** Checked ahead of use: `fetch` repeats a header that it refuses in its error. */
function sendableHeaders({ token, headers }: FetchTransportOptions): Record<string, string> {
  try {
    const sendable = new Headers(headers);
    if (token !== undefined) sendable.set('authorization', `Bearer ${token}`);
    return Object.fromEntries(sendable);
  } catch {
    throw new ServiceError(
      'cannotSend',
      'The access token or a header holds characters that cannot be sent. Copy the token again, without line breaks.',
    );
  }
}

function addressOf(base: URL, path: string): string {
  const url = new URL(base.origin + base.pathname.replace(/\/$/, '') + path);
  if (url.origin !== base.origin) {
    throw new ServiceError('cannotSend', 'The path of the request leaves the service.');
  }
  return url.href;
}
