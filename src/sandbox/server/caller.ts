import type { FastifyRequest } from 'fastify';
import { accounts, findAccount } from '../jira/accounts';
import type { Account } from '../jira/accounts';
import { invalid, JiraError } from '../jira/jira-error';

/**
 * Returns the person that a call is made as, by its header `X-Sandbox-User`.
 * @throws {JiraError} 401
 */
export function getCaller({ headers }: FastifyRequest): Account {
  const name = headers['x-sandbox-user'];
  const account = typeof name === 'string' ? findAccount(name) : undefined;
  if (account) return account;
  throw new JiraError(401, [`Send the header X-Sandbox-User with one of: ${accountNames()}.`]);
}

/** @throws {JiraError} 400 if nobody has this short name. */
export function getAccount(name: string): Account {
  const account = findAccount(name);
  if (!account) throw invalid(`There is no account "${name}", only: ${accountNames()}.`);
  return account;
}

function accountNames(): string {
  return accounts.map(({ account }) => account).join(', ');
}
