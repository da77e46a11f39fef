import type { Timers } from './timers';

/** A call that the app made to the service or to Jira. */
export interface Call {
  /** ISO 8601. */
  at: string;
  target: 'service' | 'jira';
  as: 'user' | 'app';
  /** The person on whose behalf the function ran, `null` where there was none. */
  account: string | null;
  method: string;
  /** With the query. */
  path: string;
  /** 0 where no answer came. */
  status: number;
  /** The resolver function that called, `null` for a call of the app's user interface. */
  functionKey: string | null;
  /** What a function's call of Jira took of the app's hourly quota; 0 for every other call. */
  points: number;
}

export type UnansweredCall = Omit<Call, 'at' | 'status' | 'points'>;

const maximumCalls = 10_000;

/** The latest calls of the app, oldest first. */
export class CallLog {
  readonly #timers: Timers;
  #calls: Call[] = [];

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Notes the call with its outcome, and passes that on. */
  async record(
    call: UnansweredCall,
    send: (takePoints: (points: number) => void) => Promise<Response>,
  ) {
    const entry: Call = { at: this.#timers.now().toISOString(), ...call, status: 0, points: 0 };
    this.#calls.push(entry);
    if (this.#calls.length > maximumCalls) this.#calls.shift();
    const response = await send((points) => {
      entry.points = points;
    });
    entry.status = response.status;
    return response;
  }

  list(): readonly Call[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }
}
