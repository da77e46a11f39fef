import { expect, test } from 'vitest';
import { configuration, createFixture, onIssue } from '../support/resolver-fixture';

/** The picker's first page, where the platform or the service answers its search like this. */
async function searchAnswered(answer: () => Response) {
  const fixture = createFixture();
  fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
  fixture.forge.service = answer;
  const reply = await fixture.call('search', { text: '' }, { extension: onIssue });
  return { reply, calls: fixture.forge.calls.filter(({ target }) => target === 'service') };
}

const refusedByProxy = (status: number) => () =>
  new Response(null, { status, headers: { 'forge-proxy-error': 'REFUSED' } });

test.each([401, 403])(
  'asks the person to connect again where the platform itself refuses the grant with %i',
  async (status) => {
    const { reply } = await searchAnswered(refusedByProxy(status));
    expect(reply).toEqual({ kind: 'consent' });
  },
);

test.each([400, 404, 500, 502, 504])(
  'says that the service can’t be reached where the platform itself fails with %i',
  async (status) => {
    const { reply } = await searchAnswered(refusedByProxy(status));
    expect(reply).toMatchObject({ kind: 'problem', code: 'SERVICE_UNREACHABLE' });
  },
);

test.each([301, 302, 307, 308])(
  'takes the redirect %i for a fault of the service',
  async (status) => {
    const headers = { location: 'https://elsewhere.example.com/' };
    const { reply, calls } = await searchAnswered(() => new Response(null, { status, headers }));
    expect(reply).toMatchObject({ kind: 'problem', code: 'SERVICE_UNREACHABLE' });
    expect(calls.map(({ redirect }) => redirect)).toEqual(calls.map(() => 'manual'));
    expect(calls).not.toEqual([]);
  },
);
