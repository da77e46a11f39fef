import { describe, expect, test } from 'vitest';
import { createPortal, onRequest } from '../support/portal';
import { serviceError } from '../support/resolver-fixture';
import { keptToken } from '../support/resolver-functions';

describe('why a customer could choose nothing', () => {
  const ask = (portal: ReturnType<typeof createPortal>) =>
    portal.call(
      'portalNote',
      {},
      { extension: { ...onRequest, experience: 'issue-view', renderContext: 'issue-view' } },
    );
  const note = (text: string) => ({
    kind: 'ok',
    value: { note: expect.stringContaining(text) as string },
  });

  test.each([
    ['portal use is off', { differs: { portal: 'nothing' } }, 'shows nothing on the portal'],
    ['no token is saved', { token: null }, 'no access token is saved'],
    [
      'the token has expired',
      { token: { ...keptToken, facts: { ...keptToken.facts, expiresAt: 10 } } },
      'has expired',
    ],
  ])('is told to an agent where %s', async (_, options, text) => {
    expect(await ask(createPortal(options))).toEqual(note(text));
  });

  test.each([
    [401, 'doesn’t accept the access token'],
    [404, 'has no access to this field’s workspace'],
    [400, 'query doesn’t work'],
  ])('is told to an agent once the service has answered %i', async (status, text) => {
    const portal = createPortal();
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
    portal.forge.service = () => serviceError(status, 'No');
    await portal.ask('portalSearch', { text: '' });
    expect(await ask(portal)).toEqual(note(text));
    portal.kept.secretStore.set('admin-token', {
      ...keptToken,
      facts: { ...keptToken.facts, setAt: 7 },
    });
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
  });

  test('is empty on a work item that isn’t a request, or whose form doesn’t show the field', async () => {
    const portal = createPortal({ token: null });
    portal.jira.requests.set('10001', {
      ...{ serviceDeskId: '1', requestTypeId: '8' },
      people: new Set(['ada']),
    });
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
    portal.jira.requests.clear();
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
  });
});
