import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf } from './fixture-sandbox';

/** The keys that a search of the admin finds, or what Jira says instead. */
export async function findKeys(sandbox: Sandbox, jql: string): Promise<readonly string[] | string> {
  const reply = await sandbox.jira.handle({
    method: 'POST',
    path: '/rest/api/3/search/jql',
    query: new URLSearchParams(),
    body: { jql: `${jql} ORDER BY key`, fields: ['summary'], maxResults: 100 },
    caller: { kind: 'person', accountId: accountIdOf('admin') },
  });
  const { issues, errorMessages } = reply.body as {
    issues?: { key: string }[];
    errorMessages?: string[];
  };
  return issues?.map(({ key }) => key) ?? (errorMessages ?? []).join(' ');
}
