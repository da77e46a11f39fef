import * as z from 'zod';

export type Account =
  | 'admin'
  | 'lead'
  | 'member'
  | 'outsider'
  | 'newcomer'
  | 'customer'
  | 'unlicensed'
  | 'visitor';

const callLog = z.array(
  z.object({
    target: z.enum(['service', 'jira']),
    as: z.string(),
    path: z.string(),
    points: z.number(),
  }),
);
export type LoggedCall = z.infer<typeof callLog>[number];

const clock = z.object({ now: z.coerce.date() });

/** The sandbox's control interface, as scripts use it. */
export class SandboxControl {
  constructor(private readonly sandbox: { readonly trackerUrl: string }) {}

  /** Brings back the demo state: nobody is connected. */
  async reset(): Promise<void> {
    await this.#send('POST', '/sandbox/reset');
  }

  /** Connects a person without the browser. */
  async connect(account: Account): Promise<void> {
    await this.#send('POST', '/sandbox/grants', { account });
  }

  async disconnect(account: Account): Promise<void> {
    await this.#send('DELETE', '/sandbox/grants', { account });
  }

  /** Gives or takes away what a person may read in the service. */
  async setAccess(change: {
    account: Account;
    workspaceId?: string;
    typeId?: string;
    siteId?: string;
    read: boolean;
  }): Promise<void> {
    await this.#send('PUT', '/sandbox/access', change);
  }

  /** Moves the clock by `8d` or `15m`, through all that is due until then. */
  async advanceClock(advance: string): Promise<void> {
    await this.#send('POST', '/sandbox/clock', { advance });
  }

  /** Uses up the app's calls of Jira for at least ten minutes, or gives them back. */
  async setJiraQuota(jiraQuota: 'counted' | 'used'): Promise<void> {
    const { now } = clock.parse(await this.#send('GET', '/sandbox/clock'));
    if (now.getUTCMinutes() >= 50) await this.advanceClock('10m');
    await this.setPlatform({ jiraQuota });
  }

  /** Sets what isn't known of the platform; a reset brings the defaults back. */
  async setPlatform(switches: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#send('POST', '/sandbox/platform', switches);
  }

  /** What the app has called since the log was cleared. */
  async calls(): Promise<LoggedCall[]> {
    return callLog.parse(await this.#send('GET', '/sandbox/calls'));
  }

  async clearCalls(): Promise<void> {
    await this.#send('DELETE', '/sandbox/calls');
  }

  /** A call of Jira's REST interface as a person. */
  jira(account: Account, method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#send(method, path, body, { 'x-sandbox-user': account });
  }

  /** Calls a function of the app as a module would. */
  invoke(call: {
    account: Account;
    moduleKey: string;
    functionKey: string;
    payload: unknown;
    extension: unknown;
  }): Promise<unknown> {
    return this.#send('POST', '/sandbox/invoke', call);
  }

  async #send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(this.sandbox.trackerUrl + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
