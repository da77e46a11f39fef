import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { callAs } from './jira';

/** The keys that a search of the admin finds, or what Jira says instead. */
export async function findKeys(sandbox: Sandbox, jql: string): Promise<readonly string[] | string> {
  const search = { jql: `${jql} ORDER BY key`, fields: ['summary'], maxResults: 100 };
  const { body } = await callAs(sandbox.jira, 'admin')('POST', '/search/jql', search);
  const { issues, errorMessages } = body as {
    issues?: { key: string }[];
    errorMessages?: string[];
  };
  return issues?.map(({ key }) => key) ?? (errorMessages ?? []).join(' ');
}
