import type { Queryable } from '../base/database/database';
import { toStorable } from '../base/refusals/storable-text';
import type { Account } from './account';
import { findAccountWithPassword, findDecoyHash, normalizeEmail } from './account';
import { verifyPassword } from './password';
import type { SignInThrottle } from './sign-in-throttle';

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

  const throttleKey = normalizeEmail(email);
  const waitMs = await throttle.begin(throttleKey);
  if (waitMs > 0) return refuseForNow(email, waitMs);

  const account = await findAccountWithPassword(database, email);
  // Also for an account that is there: each sign-in takes the same work.
  const decoyHash = await findDecoyHash(database, email);
  const isRight = await verifyPassword(password, account?.passwordHash ?? decoyHash);
  if (account === undefined || !isRight) {
    return refuse(
      email,
      'password',
      'This email address and password don’t match. Check both, then enter the password again.',
    );
  }
  await throttle.succeeded(throttleKey);
  return { kind: 'signedIn', account };
}

function refuse(email: string, field: SignInProblem['field'], message: string): SignInOutcome {
  return { kind: 'refused', status: 422, email, problem: { field, message } };
}

function refuseForNow(email: string, waitMs: number): SignInOutcome {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const wait =
    retryAfterSeconds < 120
      ? `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  const message = `Too many attempts for this email address. Wait ${wait}, then try again.`;
  return {
    kind: 'refused',
    status: 429,
    email,
    problem: { field: 'password', message },
    retryAfterSeconds,
  };
}
