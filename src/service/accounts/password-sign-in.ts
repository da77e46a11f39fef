import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { nameAsker } from '../base/database/turns';
import { toStorable } from '../base/refusals/storable-inputs';
import type { PasswordAttempt, PasswordChecks } from './password-checks';
import { findSignInAccount } from './people';
import type { Account, AccountWithPassword } from './people';
import { foldEmail } from '../model/values/email-spellings';

interface SignInProblem {
  readonly field: 'email' | 'password';
  readonly message: string;
}

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly account: Account }
  | {
      readonly kind: 'refused';
      readonly status: 422 | 429;
      /** As typed, to be shown again. */
      readonly email: string;
      readonly problem: SignInProblem;
      readonly retryAfterSeconds?: number;
    };

interface SignInDependencies {
  readonly database: Queryable;
  readonly throttle: SignInThrottle;
  readonly passwordChecks: PasswordChecks;
}

/**
 * Checks the fields `email` and `password` of a sent form.
 * @param isAwaited whether whoever sent it still waits for the answer
 */
export async function signInWithPassword(
  form: URLSearchParams,
  dependencies: SignInDependencies,
  isAwaited: () => boolean,
): Promise<SignInOutcome> {
  const email = toStorable(form.get('email') ?? '');
  const password = form.get('password') ?? '';
  if (email.trim() === '') return refuse(email, 'email', 'Enter your email address.');
  if (password === '') return refuse(email, 'password', 'Enter your password.');

  const { wait, account } = await checkPassword(dependencies, { email, password, isAwaited });
  if (wait) return refuse(email, 'password', wait.message, wait);
  if (account === undefined) return refuse(email, 'password', noMatch);
  // Only who knows the password is told.
  if (account.isSuspended) return refuse(email, 'password', suspended);
  return { kind: 'signedIn', account };
}

const noMatch =
  'This email address and password don’t match. Check both, then enter the password again.';
const suspended =
  'This account is suspended. Ask an administrator of your workspace, or whoever runs the service.';

interface SignInAttempt extends Pick<PasswordAttempt, 'password' | 'isAwaited'> {
  readonly email: string;
}

/**
 * Whose password it is: undefined where it is wrong, where no account has the address, and where it can't be tried
 * for so long.
 */
export async function checkPassword(
  { database, throttle, passwordChecks }: SignInDependencies,
  { email, password, isAwaited }: SignInAttempt,
): Promise<{ readonly wait?: SignInWait; readonly account?: AccountWithPassword }> {
  const throttleKey = foldEmail(email);
  const waitMs = await throttle.begin(throttleKey);
  if (waitMs > 0) return { wait: waitOf(waitMs) };
  const { account, decoyHash } = await findSignInAccount(database, email);
  const passwordHash = account?.passwordHash;
  const verdict = await passwordChecks.check({ password, passwordHash, decoyHash, isAwaited });
  if (verdict === 'busy') return { wait: busy };
  if (account === undefined || verdict === 'wrong') return {};
  // No longer one of all those who come from this address and may have made up theirs.
  nameAsker(account.id);
  await throttle.succeeded(throttleKey);
  return { account };
}

function refuse(
  email: string,
  field: SignInProblem['field'],
  message: string,
  wait?: SignInWait,
): SignInOutcome {
  const { status, retryAfterSeconds } = wait ?? { status: 422 };
  return {
    kind: 'refused',
    status,
    email,
    problem: { field, message },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

interface SignInWait {
  readonly status: 429;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

const busy: SignInWait = {
  status: 429,
  message: 'Too many people are signing in right now. Wait a few seconds, then try again.',
  retryAfterSeconds: 5,
};

/** How long to wait before another attempt, for people and for programs. */
function waitOf(waitMs: number): SignInWait {
  const seconds = Math.ceil(waitMs / 1000);
  const wait =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many attempts for this email address. Wait ${wait}, then try again.`;
  return { status: 429, message, retryAfterSeconds: seconds };
}

/** Failures that cost nothing; after them each one doubles the wait. */
const freeFailures = 5;
const firstWaitMs = 30_000;
const maximumSignInWaitMs = 15 * 60_000;
/** Failures this far back no longer count. */
const forgetAfterMs = 60 * 60_000;

/** How often what no longer counts is cleared away. */
const clearedEveryMs = 60_000;

/**
 * Slows down guessing the password of one account; accounts do not affect each other. All processes
 * on one database count together, and a restart forgets nothing.
 */
export function createSignInThrottle(database: Queryable, clock: () => Date) {
  let clearedAt = -Infinity;

  async function forgetOld(now: Date): Promise<void> {
    if (performance.now() - clearedAt < clearedEveryMs) return;
    clearedAt = performance.now();
    await database.query('delete from sign_in_failure where last_at < $1', [forgottenBefore(now)]);
  }

  return {
    /**
     * Counts an attempt before its password is checked, so that attempts at the same time count too.
     * Returns how long to wait, in milliseconds; 0 means that the attempt may continue.
     */
    async begin(email: string): Promise<number> {
      const now = clock();
      await forgetOld(now);
      const parameters = [hashSecret(email), now, forgottenBefore(now)];
      const counted = await database.queryPrepared(countAttempt, parameters);
      return counted.length > 0 ? 0 : readWaitMs(database, email, now);
    },
    /** Forgets the failures of an account whose password was right. */
    async succeeded(email: string): Promise<void> {
      await database.query('delete from sign_in_failure where email_hash = $1', [
        hashSecret(email),
      ]);
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - forgetAfterMs);
}

const waitMs = `case when failure.failures < ${freeFailures} then 0
  else least(${firstWaitMs} * 2 ^ (failure.failures - ${freeFailures}), ${maximumSignInWaitMs}) end`;
/** After the clock was set back, an attempt in the future counts as one of now: nobody waits longer than they had to. */
const lastAt = 'least(failure.last_at, $2)';
const waitsUntil = `${lastAt} + ${waitMs} * interval '1 millisecond'`;

const countAttempt = `
  insert into sign_in_failure as failure (email_hash, failures, last_at) values ($1, 1, $2)
  on conflict (email_hash) do update set last_at = $2,
      failures = case when failure.last_at < $3 then 1 else failure.failures + 1 end
    where ${waitsUntil} <= $2
  returning failures`;

async function readWaitMs(database: Queryable, email: string, now: Date): Promise<number> {
  const [row] = await database.query<{ until: Date }>(
    `update sign_in_failure as failure set last_at = ${lastAt} where email_hash = $1
     returning ${waitsUntil} as until`,
    [hashSecret(email), now],
  );
  return Math.max(0, (row?.until.getTime() ?? 0) - now.getTime());
}
