import { availableParallelism } from 'node:os';
import { verifyPassword } from './password';

/** A password that somebody sent with an email address. */
export interface PasswordAttempt {
  readonly password: string;
  /** The hash of the account that has the address; undefined if no account has it. */
  readonly passwordHash: string | undefined;
  /** The hash that the password is compared with if no account has the address; undefined if there is no account at all. */
  readonly decoyHash: string | undefined;
  /** Whether somebody still waits for the answer. */
  readonly isAwaited: () => boolean;
}

/** `busy` where too many others wait for an answer. */
type PasswordVerdict = 'right' | 'wrong' | 'busy';

interface Waiting extends PasswordAttempt {
  wasTriedAhead: boolean;
  readonly answer: (verdict: PasswordVerdict) => void;
  readonly fail: (error: unknown) => void;
}

interface PasswordChecksOptions {
  readonly verify?: typeof verifyPassword;
  /** How many are checked at once. */
  readonly places?: number;
  /** How many wait for their turn at most. */
  readonly maximumWaiting?: number;
}

/** A check takes a processor, of which the rest of the service needs one, and one of Node.js' four threads, of which files do. */
const placesHere = Math.min(3, Math.max(1, availableParallelism() - 1));

/**
 * Checks passwords in the order of their arrival. Each check costs much on purpose, so that made-up sign-ins could keep
 * everyone else waiting: neither their email addresses nor, behind a proxy, their network addresses tell them from
 * real ones.
 *
 * So while any wait, every second check tries one ahead of its turn: the first for an account, whose password is
 * answered at once if it is right. Where there is no such attempt, the next in line is checked and nothing becomes of
 * it. A wrong password is answered at its turn only, after a check like any other. Without the password of an account,
 * nobody can tell from the time, the order or the load whether there is one. Made-up sign-ins for addresses that are known to
 * have an account do go ahead of later ones, but only a few for each: the throttle of sign-ins refuses the rest.
 */
export class PasswordChecks {
  readonly #options: Required<PasswordChecksOptions>;
  /** In the order of their arrival. */
  readonly #waiting: Waiting[] = [];
  #busyPlaces = 0;

  constructor({
    verify = verifyPassword,
    places = placesHere,
    maximumWaiting = 1_000,
  }: PasswordChecksOptions = {}) {
    this.#options = { verify, places, maximumWaiting };
  }

  /** Returns whether the password is that of the account. Where too many wait, the one that has waited longest gives way. */
  check(attempt: PasswordAttempt): Promise<PasswordVerdict> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ ...attempt, wasTriedAhead: false, answer, fail });
      if (this.#busyPlaces < this.#options.places) void this.#takeTurns();
      if (this.#waiting.length > this.#options.maximumWaiting)
        this.#waiting.shift()?.answer('busy');
    });
  }

  async #takeTurns(): Promise<void> {
    this.#busyPlaces += 1;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (!next.isAwaited()) {
        next.answer('busy');
        continue;
      }
      await this.#takeTurn(next);
      await this.#tryAhead();
    }
    this.#busyPlaces -= 1;
  }

  async #takeTurn(attempt: Waiting): Promise<void> {
    try {
      attempt.answer((await this.#isRight(attempt)) ? 'right' : 'wrong');
    } catch (error) {
      attempt.fail(error);
    }
  }

  async #tryAhead(): Promise<void> {
    const attempt = this.#waiting.find(isUntried) ?? this.#waiting[0];
    if (attempt === undefined) return;
    attempt.wasTriedAhead = true;
    // What fails now fails again at its turn, where it is answered.
    const isRight = await this.#isRight(attempt).catch(() => false);
    const place = this.#waiting.indexOf(attempt);
    if (!isRight || place === -1) return;
    this.#waiting.splice(place, 1);
    attempt.answer('right');
  }

  async #isRight({ password, passwordHash, decoyHash }: PasswordAttempt): Promise<boolean> {
    const isMatch = await this.#options.verify(password, passwordHash ?? decoyHash);
    return isMatch && passwordHash !== undefined;
  }
}

function isUntried({ passwordHash, wasTriedAhead, isAwaited }: Waiting): boolean {
  return passwordHash !== undefined && !wasTriedAhead && isAwaited();
}
