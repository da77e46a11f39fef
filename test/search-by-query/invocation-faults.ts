import { AsyncLocalStorage } from 'node:async_hooks';

/** How the next invocation ends that makes as many calls of the platform or the service. */
export interface Fault {
  /** 1 is its first call; where an invocation makes fewer, those of the next count on. */
  readonly atCall: number;
  /** Whether that call still takes effect. */
  readonly isCallDone: boolean;
  /** `hangs`: without a word, until the platform ends it. */
  readonly end: 'fails' | 'hangs';
}

interface Invocation {
  isDead: boolean;
  fail: (error: Error) => void;
}

type Fetch = (...values: unknown[]) => Promise<Response>;

const never = new Promise<never>(() => undefined);

/**
 * Lets invocations of one function die in the middle: whatever they call from then on has no effect
 * and no answer.
 */
export class InvocationFaults {
  /** Lets so much time pass that the platform ends an invocation that says nothing. */
  onHang = () => {};
  readonly #current = new AsyncLocalStorage<Invocation>();
  #planned: Fault | undefined;
  #callsLeft = 0;
  #isInstalled = false;

  /** Stands between the app and the platform; before the app's code is loaded, as SDKs keep `fetch`. */
  install(): void {
    if (this.#isInstalled) return;
    this.#isInstalled = true;
    for (const name of ['fetch', '__forge_fetch__']) {
      const send = Reflect.get(globalThis, name) as Fetch;
      const value: Fetch = (...values) => this.#pass(() => send(...values));
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  }

  plan(fault: Fault): void {
    this.#planned = fault;
    this.#callsLeft = fault.atCall;
  }

  /** Whether the fault that was planned is still to come. */
  get isPlanned(): boolean {
    return this.#planned !== undefined;
  }

  /** The function, whose invocations may die. */
  during<Values extends unknown[]>(run: (...values: Values) => Promise<unknown>) {
    return (...values: Values): Promise<unknown> =>
      new Promise((resolve, fail) => {
        void this.#current.run({ isDead: false, fail }, () => run(...values).then(resolve, fail));
      });
  }

  async #pass(send: () => Promise<Response>): Promise<Response> {
    const invocation = this.#current.getStore();
    if (!invocation) return send();
    if (invocation.isDead) return never;
    const fault = this.#planned;
    if (!fault || --this.#callsLeft > 0) return send();
    this.#planned = undefined;
    if (fault.isCallDone) await send();
    invocation.isDead = true;
    if (fault.end === 'fails') invocation.fail(new Error('The process ended.'));
    else this.onHang();
    return never;
  }
}
