import { ServiceError, type Client } from '../../api/client';
import { adminErrorReply } from '../replies/error-reply';
import { Problem, problemTexts } from '../replies/problem';
import { findConnection } from '../connect/connect-handlers';
import { refreshTexts } from '../refresh/refresh-texts';
import type { Health, HealthOutcome, WorkingToken } from './admin-replies';

interface Dependencies {
  /** With the admin's own grant. */
  readonly client: Client;
  /** With no credential that the service knows. */
  readonly strangerClient: () => Client;
  /** @throws {Problem} TOKEN_MISSING, TOKEN_REFUSED */
  readonly testToken: () => Promise<WorkingToken>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Asks the service now; never fails, since what fails is what was asked for. */
export async function checkHealth(dependencies: Dependencies): Promise<Health> {
  const { client, testToken, now } = dependencies;
  const [account, token] = await Promise.all([checkAccount(client), checkToken(testToken)]);
  const hasAnswered = account.kind === 'works' || token.kind === 'works';
  const serviceTrouble = hasAnswered ? undefined : await findServiceTrouble(dependencies);
  return { checkedAt: now(), serviceTrouble, account, token };
}

async function checkAccount(client: Client): Promise<HealthOutcome> {
  try {
    const connection = await findConnection(client);
    return connection.isConnected
      ? { kind: 'works', name: connection.name, email: connection.email }
      : { kind: 'absent' };
  } catch (error) {
    return { kind: 'fails', message: messageOf(error) };
  }
}

async function checkToken(testToken: Dependencies['testToken']): Promise<HealthOutcome> {
  try {
    const { ownerName: name, ownerEmail: email, unreadableFields } = await testToken();
    return { kind: 'works', name, email, unreadableFields };
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOKEN_MISSING') return { kind: 'absent' };
    const isRefused = error instanceof Problem && error.code === 'TOKEN_REFUSED';
    // The problem's own text belongs beside the form that takes a token.
    return { kind: 'fails', message: isRefused ? refreshTexts.tokenRefused : messageOf(error) };
  }
}

/** Undefined where the service answers, be it that it does not know who asks. */
async function findServiceTrouble({ strangerClient }: Dependencies): Promise<string | undefined> {
  try {
    await strangerClient().users.current();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && answeredCodes.includes(error.code)) return undefined;
    return error instanceof ServiceError && error.code === 'cannotSend'
      ? error.message
      : messageOf(error);
  }
}

const answeredCodes = ['unauthorized', 'forbidden', 'notFound', 'rateLimited'];

function messageOf(error: unknown): string {
  const reply = adminErrorReply(error);
  return reply.kind === 'problem' ? reply.message : problemTexts.ACCOUNT_NOT_KNOWN.message;
}
