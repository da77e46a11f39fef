import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { toStorable } from '../base/refusals/storable-inputs';
import { verifyPassword } from './password';
import { findAccountWithPassword, findDecoyHash } from './people';
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

/** Checks the fields `email` and `password` of a sent form. */
export async function signInWithPassword(
  form: URLSearchParams,
  { database, throttle }: { database: Queryable; throttle: SignInThrottle },
): Promise<SignInOutcome> {
  const email = toStorable(form.get('email') ?? '');
  const password = form.get('password') ?? '';
  if (email.trim() === '') return refuse(email, 'email', 'Enter your email address.');
  if (password === '') return refuse(email, 'password', 'Enter your password.');

  const { wait, account } = await checkPassword({ database, throttle }, email, password);
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

/**
 * Whose password it is: undefined where it is wrong, where no account has the address, and where it can't be tried
 * for so long.
 */
export async function checkPassword(
  { database, throttle }: { database: Queryable; throttle: SignInThrottle },
  email: string,
  password: string,
): Promise<{ readonly wait?: SignInWait; readonly account?: AccountWithPassword }> {
  const throttleKey = foldEmail(email);
  const waitMs = await throttle.begin(throttleKey);
  if (waitMs > 0) return { wait: waitOf(waitMs) };
  const account = await findAccountWithPassword(database, email);
  // Also for an account that is there: each sign-in takes the same work.
  const decoyHash = await findDecoyHash(database, email);
  const isRight = await verifyPassword(password, account?.passwordHash ?? decoyHash);
  if (account === undefined || !isRight) return {};
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

type SignInWait = ReturnType<typeof waitOf>;

/** How long to wait before another attempt, for people and for programs. */
function waitOf(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000);
  const wait =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many attempts for this email address. Wait ${wait}, then try again.`;
  return { status: 429, message, retryAfterSeconds: seconds } as const;
}

/** Failures that cost nothing; after them each one doubles the wait. */
const freeFailures = 5;
const firstWaitMs = 30_000;
const maximumSignInWaitMs = 15 * 60_000;
/** Failures this far back no longer count. */
const forgetAfterMs = 60 * 60_000;

/**
 * Slows down guessing the password of one account; accounts do not affect each other. All processes
 * on one database count together, and a restart forgets nothing.
 */
export function createSignInThrottle(database: Queryable, clock: () => Date) {
  return {
    /**
     * Counts an attempt before its password is checked, so that attempts at the same time count too.
     * Returns how long to wait, in milliseconds; 0 means that the attempt may continue.
     */
    async begin(email: string): Promise<number> {
      const now = clock();
      await database.query('delete from sign_in_failure where last_at < $1', [
        new Date(now.getTime() - forgetAfterMs),
      ]);
      const counted = await database.query(countAttempt, [hashSecret(email), now]);
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

const waitMs = `case when failure.failures < ${freeFailures} then 0
  else least(${firstWaitMs} * 2 ^ (failure.failures - ${freeFailures}), ${maximumSignInWaitMs}) end`;
const waitsUntil = `failure.last_at + ${waitMs} * interval '1 millisecond'`;

const countAttempt = `
  insert into sign_in_failure as failure (email_hash, failures, last_at) values ($1, 1, $2)
  on conflict (email_hash) do update set failures = failure.failures + 1, last_at = $2
    where ${waitsUntil} <= $2
  returning failures`;

async function readWaitMs(database: Queryable, email: string, now: Date): Promise<number> {
  const [row] = await database.query<{ until: Date }>(
    `select ${waitsUntil} as until from sign_in_failure as failure where email_hash = $1`,
    [hashSecret(email)],
  );
  return Math.max(0, (row?.until.getTime() ?? 0) - now.getTime());
}
