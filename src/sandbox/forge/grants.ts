import * as z from 'zod';
import type { StateFile, Warn } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';

const grant = z.object({
  /** The platform's own id of the connection; what the SDKs name in a provider fetch. */
  id: z.string(),
  /** The person's id in the service. */
  externalAccountId: z.string(),
  displayName: z.string(),
  scopes: z.array(z.string()),
  accessToken: z.string(),
  /** Absent if the connection cannot be renewed. */
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970; absent if the token does not expire. */
  expiresAt: z.number().optional(),
});
/** A person's consent to use the service through the app, with the tokens that came of it. */
export type Grant = z.infer<typeof grant>;

const grants = z.record(z.string(), grant);

/** The grants of an app environment, by Atlassian account id. Tokens never leave this process. */
export class GrantStore {
  #grants: Map<string, Grant>;
  readonly #save: () => Promise<void>;

  private constructor(file: StateFile, stored: Readonly<Record<string, Grant>>) {
    this.#grants = new Map(Object.entries(stored));
    this.#save = stateSaver<Readonly<Record<string, Grant>>>({
      file,
      describe: () => Object.fromEntries(this.#grants),
      restore: (kept) => {
        this.#grants = new Map(Object.entries(kept));
      },
    });
  }

  /** Reads what is stored; content that can't be used is set aside, and people connect again. */
  static async open(file: StateFile, warn: Warn): Promise<GrantStore> {
    const stored = grants.safeParse((await file.read()) ?? {});
    if (!stored.success) {
      const name = await file.setAside();
      warn(
        `The stored connections to the service can't be used and were set aside (${name}). Everyone has to connect their account again.`,
      );
    }
    return new GrantStore(file, stored.data ?? {});
  }

  find(accountId: string): Grant | undefined {
    return this.#grants.get(accountId);
  }

  async set(accountId: string, value: Grant): Promise<void> {
    this.#grants.set(accountId, value);
    await this.#save();
  }

  /** Returns the grant that was there, `undefined` where there was none. */
  async remove(accountId: string): Promise<Grant | undefined> {
    const removed = this.#grants.get(accountId);
    this.#grants.delete(accountId);
    await this.#save();
    return removed;
  }

  async clear(): Promise<void> {
    this.#grants.clear();
    await this.#save();
  }
}
