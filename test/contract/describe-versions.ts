import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../src/api/client';
import { createOwnType } from './own-data';
import type { Answer, Target } from './target';

/** Two writers of one object notice each other by its versions. */
export function describeVersions(target: Target): void {
  const { call, facts, url, token } = target;

  describe('the version of an object', () => {
    let own: Awaited<ReturnType<typeof createOwnType>>;
    beforeAll(async () => {
      own = await createOwnType(target, 'With versions');
    });
    const versionOf = ({ headers }: Answer) => headers.get('etag') ?? '';
    const read = (id: string, headers = {}, method = 'GET') =>
      call({ method, path: `/object/${id}`, headers });
    const write = (id: string, text: string, headers = {}) => {
      const attributes = [{ attributeId: own.text, values: [text] }];
      return call({ method: 'PATCH', path: `/object/${id}`, headers, body: { attributes } });
    };
    const create = async () => {
      const id = await own.createObject('Versioned');
      return { id, version: versionOf(await read(id)) };
    };

    test('is a strong ETag, and the same until something changes', async () => {
      const { id, version } = await create();
      expect(version).toMatch(/^"[\w-]{27}"$/);
      expect(versionOf(await read(id))).toBe(version);
      const changed = await write(id, 'one');
      expect(versionOf(changed)).not.toBe(version);
      expect(versionOf(await read(id))).toBe(versionOf(changed));
    });

    test('lets one of two writers through who both read the same', async () => {
      const { id, version } = await create();
      const writes = ['one', 'two'].map((text) => write(id, text, { 'if-match': version }));
      const answers = await Promise.all(writes);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const refused = await call({
        method: 'DELETE',
        path: `/object/${id}`,
        headers: { 'if-match': version },
      });
      expect(refused.status).toBe(412);
      const latest = versionOf(await read(id));
      const headers = { 'if-match': latest };
      expect((await call({ method: 'DELETE', path: `/object/${id}`, headers })).status).toBe(204);
    });

    test.each([
      ['any version', () => '*', 200],
      ['a list that has it', (version: string) => `"x", ,${version} ,"y"`, 200],
      ['another one', () => '"x"', 412],
      ['it as a weak one', (version: string) => `W/${version}`, 412],
      ['an empty one', () => '""', 412],
      ['a word without quotes', () => 'x', 400],
      ['nothing', () => '', 400],
      ['only commas', () => ', ,', 400],
      ['a star in a list', (version: string) => `*, ${version}`, 400],
      ['two without a comma', (version: string) => `${version} "x"`, 400],
      ['half a quote', () => '"x', 400],
    ])('is compared with If-Match: %s', async (_what, header, status) => {
      const { id, version } = await create();
      const answer = await write(id, 'changed', { 'if-match': header(version) });
      expect(answer.status).toBe(status);
      const isUnchanged = versionOf(await read(id)) === version;
      expect(isUnchanged).toBe(status !== 200);
    });

    test.each([
      ['it', (version: string) => version, 304],
      ['it as a weak one', (version: string) => `W/${version}`, 304],
      ['a list that has it', (version: string) => `"x",${version}`, 304],
      ['any version', () => '*', 304],
      ['another one', () => '"x"', 200],
      ['what can’t be understood', () => 'x"', 200],
    ])('is compared with If-None-Match: %s', async (_what, header, status) => {
      const { id, version } = await create();
      const headers = { 'if-none-match': header(version) };
      for (const method of ['GET', 'HEAD']) {
        const answer = await read(id, headers, method);
        expect([answer.status, versionOf(answer)]).toEqual([status, version]);
        expect(answer.text === '').toBe(status === 304 || method === 'HEAD');
      }
      const expected = { 304: 412, 200: header(version) === 'x"' ? 400 : 200 }[status];
      expect((await write(id, 'changed', headers)).status).toBe(expected);
    });

    test('does not tell what is there from what is not', async () => {
      const { id } = await create();
      await call({ method: 'DELETE', path: `/object/${id}` });
      expect((await write(id, 'x', { 'if-match': '*' })).status).toBe(404);
      expect((await write(id, 'x', { 'if-match': '"x"' })).status).toBe(404);
    });

    test('is known to the typed client', async () => {
      const { id } = await create();
      const transport = fetchTransport(url, { token });
      const { objects } = createClient({ transport }).inWorkspace(facts.workspaceId);
      const first = await objects.getVersion(id);
      const { version: ifMatch = '' } = first ?? {};
      expect(first?.value).toEqual(await objects.get(id));
      expect(await objects.getVersion(id, { ifNoneMatch: ifMatch })).toBeUndefined();
      const change = { attributes: [{ attributeId: own.text, values: ['one'] }] };
      await objects.update(id, change, { ifMatch });
      await expect(objects.update(id, change, { ifMatch })).rejects.toMatchObject({
        code: 'changed',
        status: 412,
      });
      await expect(objects.delete(id, { ifMatch })).rejects.toMatchObject({ code: 'changed' });
    });
  });
}
