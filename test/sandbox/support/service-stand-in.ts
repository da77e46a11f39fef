import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally } from '../../support/local-server';

/** What the stand-in saw of one request. */
export interface SeenRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  workspace: string | undefined;
  form: URLSearchParams;
}

interface Answer {
  status: number;
  body: unknown;
  location?: string;
}

/** A service with nothing but tokens: `access-<n>`, of which only the latest is good. */
export class ServiceStandIn {
  readonly seen: SeenRequest[] = [];
  /** Number of the access token that is good now. */
  current = 1;
  acceptsRefresh = true;
  answersTokensWith: number | undefined;
  #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body, location }) => {
      const headers = { 'content-type': 'application/json', ...(location && { location }) };
      response.writeHead(status, headers);
      response.end(JSON.stringify(body));
    });
  });

  async start(): Promise<string> {
    return (await listenLocally(this.#server)).url;
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  tokenRequests(): readonly SeenRequest[] {
    return this.seen.filter(({ path }) => path === '/oauth/token');
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await text(request));
    const { url: path = '', method = '', headers } = request;
    const { authorization } = headers;
    const workspace = headers['wds-workspace-id'];
    this.seen.push({ method, path, authorization, workspace: workspace?.toString(), form });
    if (path === '/oauth/token') return this.#token();
    if (path === '/oauth/revoke') return { status: 200, body: {} };
    if (authorization !== `Bearer access-${this.current}`) {
      return { status: 401, body: { message: 'The token is not good.' } };
    }
    if (path === '/oauth/userinfo') {
      return { status: 200, body: { sub: 'service-user', email: 'admin@example.com' } };
    }
    if (path === '/public/v1/moved')
      return { status: 307, location: 'https://evil.example/', body: {} };
    return { status: 200, body: { path } };
  }

  #token() {
    if (this.answersTokensWith) return { status: this.answersTokensWith, body: {} };
    if (!this.acceptsRefresh) return { status: 400, body: { error: 'invalid_grant' } };
    return {
      status: 200,
      body: {
        access_token: `access-${this.current}`,
        refresh_token: `refresh-${this.current}`,
        expires_in: 3600,
        scope: 'read',
      },
    };
  }
}
