import { beforeEach, describe, expect, test } from 'vitest';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { callAs, now, openJira } from '../support/jira';

let site: JiraSite;
let moment: Date;
beforeEach(async () => {
  moment = now;
  site = await openJira({ now: () => moment });
});

const wait = (durationMs: number) => (moment = new Date(moment.getTime() + durationMs));
const edit = (key: string, summary: string) =>
  callAs(site, 'admin')('PUT', `/issue/${key}`, { fields: { summary } });

async function find(text: string): Promise<number> {
  const body = { jql: `summary ~ "${text}"` };
  const reply = await callAs(site, 'admin')('POST', '/search/jql', body);
  return (reply.body as { issues: unknown[] }).issues.length;
}

describe('A work item', () => {
  test('takes 20 writes in two seconds, and others meanwhile', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect(await edit('DEMO-1', 'Often')).toEqual({ status: 204 });
      wait(25);
    }
    expect(await edit('DEMO-1', 'Too often')).toMatchObject({
      status: 429,
      headers: { 'ratelimit-reason': 'jira-per-issue-on-write', 'retry-after': '2' },
    });
    expect(await edit('DEMO-2', 'Other')).toEqual({ status: 204 });
    wait(1_500);
    expect(await edit('DEMO-1', 'Later')).toEqual({ status: 204 });
  });

  test('is found at once by what was written', async () => {
    await edit('DEMO-1', 'Zeppelin');
    expect(await find('Zeppelin')).toBe(1);
  });

  test('is found three seconds later where searches lag behind writes', async () => {
    site.model.writes.isIndexLate = true;
    await edit('DEMO-1', 'Zeppelin');
    const create = callAs(site, 'admin');
    const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Zeppelin' };
    expect(await create('POST', '/issue', { fields })).toMatchObject({ status: 201 });
    expect(await find('Zeppelin')).toBe(0);
    wait(3_000);
    expect(await find('Zeppelin')).toBe(2);
  });
});
