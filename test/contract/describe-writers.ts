import { beforeAll, describe, expect, test } from 'vitest';
import { updateObject, type WorkspaceObject } from '../../src/api/object';
import { createOwnType } from './own-data';
import { exchange, isWholeReply, statusOf } from './raw-http';
import type { Target, Answer } from './target';
import { clientWith } from '../support/api-client';
import { refusalOf } from '../support/refused-calls';
import { writtenValues } from '../support/written-values';

type OwnType = Awaited<ReturnType<typeof createOwnType>>;

/** Several at once on one object: each answer is honest, and no write is half there. */
export function describeWriters(target: Target): void {
  const { call, client } = target;
  const write = (id: string, values: Record<string, string[]>) =>
    call({
      ...{ method: 'PATCH', path: `/object/${id}` },
      body: { attributes: writtenValues(values) },
    });
  const read = (id: string) => client.objects.get(id);
  const valuesOf = (object: WorkspaceObject, attributeId: string) =>
    object.attributes
      .find((entry) => entry.attributeId === attributeId)
      ?.values.map(({ value }) => value);

  describe('two writers on one object', () => {
    let own: OwnType;
    beforeAll(async () => {
      own = await createOwnType(target.client, 'Written by two');
    });

    test('keep both changes of different attributes', async () => {
      const id = await own.createObject('Shared');
      const answers = await Promise.all([
        write(id, { [own.text]: ['one'] }),
        write(id, { [own.list]: ['a', 'b'] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const object = await read(id);
      expect([valuesOf(object, own.text), valuesOf(object, own.list)]).toEqual([
        ['one'],
        ['a', 'b'],
      ]);
    });

    test('leave the whole of one change of the same attributes', async () => {
      const id = await own.createObject('Shared');
      const writes = Array.from({ length: 20 }, (_, index) => ({
        [own.label]: [`Label ${index}`],
        [own.text]: [`Text ${index}`],
        [own.list]: Array.from({ length: index % 5 }, (_entry, position) => `${index}-${position}`),
      }));
      const answers = await Promise.all(writes.map((values) => write(id, values)));
      const seen = answers.map(({ status, body }) => {
        expect(status).toBe(200);
        return updateObject.reply!.parse(body);
      });
      for (const object of [...seen, await read(id)]) {
        const index = Number(object.label.split(' ')[1]);
        expect(object.attributes.map(({ values }) => values.map(({ value }) => value))).toEqual(
          Object.values(writes[index] ?? {}),
        );
      }
    });

    test('agree that what one deletes is gone', async () => {
      const id = await own.createObject('Deleted');
      const path = `/object/${id}`;
      const [first, second, changed] = await Promise.all([
        call({ method: 'DELETE', path }),
        call({ method: 'DELETE', path }),
        write(id, { [own.text]: ['late'] }),
      ]);
      expect([first.status, second.status].sort()).toEqual([204, 404]);
      expect([200, 404]).toContain(changed.status);
      expect((await call({ method: 'GET', path })).status).toBe(404);
    });

    test('cannot both give a type the same name', async () => {
      const create = () => call({ method: 'POST', path: '/type', body: { name: 'Named by two' } });
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });
  });

  describe('two writers on one type', () => {
    let own: OwnType;
    beforeAll(async () => {
      own = await createOwnType(target.client, 'Shaped by two');
    });
    const change = (id: string, body: object) =>
      call({ method: 'PATCH', path: `/attribute/${id}`, body });

    test('cannot both give an attribute the same name', async () => {
      const body = { name: 'Named by two', typeId: own.typeId, attributeTypeCode: 'TEXT' };
      const create = () => call({ method: 'POST', path: '/attribute', body });
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });

    test('cannot both rename an attribute to the same name', async () => {
      const answers = await Promise.all([
        change(own.text, { name: 'Renamed' }),
        change(own.list, { name: 'renamed' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    test('keep both changes of different properties of an attribute', async () => {
      const answers = await Promise.all([
        change(own.label, { name: 'Title' }),
        change(own.label, { description: 'What it is called' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const stored = await client.attributes.get(own.label);
      expect(stored).toMatchObject({ name: 'Title', description: 'What it is called' });
    });

    test('cannot take the labels of objects away', async () => {
      await own.createObject('Named');
      const body = { name: 'Empty', typeId: own.typeId, attributeTypeCode: 'TEXT', isLabel: true };
      const answers = [
        await call({ method: 'POST', path: '/attribute', body }),
        await change(own.text, { isLabel: true }),
      ];
      for (const answer of answers) {
        const violation = { fieldIdentifier: 'isLabel', violationType: 'CONFLICT' };
        expect(answer).toMatchObject({ status: 400, body: { violations: [violation] } });
      }
    });
  });

  describe('a body that takes its time', () => {
    /** Sends the head of a call, does something else, and sends the body. Returns the status. */
    async function postSlowly(
      path: string,
      body: object,
      meanwhile: () => Promise<unknown>,
      token = target.token,
    ) {
      const text = JSON.stringify(body);
      const head = [
        `POST /public/v1${path} HTTP/1.1`,
        `Host: ${new URL(target.url).host}`,
        `Authorization: Bearer ${token}`,
        `wds-workspace-id: ${target.facts.workspaceId}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
      ];
      async function* pieces() {
        yield [...head, '', text.slice(0, 3)].join('\r\n');
        // By the time that these are answered, one after the other, the head was looked at.
        for (const other of ['/user/me', '/type', '/user/me']) {
          await call({ method: 'GET', path: other });
        }
        await meanwhile();
        yield text.slice(3);
      }
      return statusOf(await exchange(target.url, pieces(), isWholeReply));
    }

    test.each([
      ['/type', { name: 'Too late' }],
      ['/object/search', { query: '' }],
      ['/token', { name: 'Too late', durationDays: null }],
    ])('comes too late at %s where the token is revoked meanwhile', async (path, body) => {
      const { tokens } = clientWith(target.url, target.token);
      const { id, token } = await tokens.create({ name: 'Revoked meanwhile', durationDays: 1 });
      expect(await postSlowly(path, body, () => tokens.revoke(id), token)).toBe(401);
    });

    test('is checked by the rules that hold when it is there', async () => {
      const own = await createOwnType(target.client, 'Changed meanwhile');
      const attributes = writtenValues({ [own.label]: ['x'], [own.list]: ['a', 'b'] });
      const single = { attributeTypeCode: 'TEXT' as const, configuration: { isMultiple: false } };
      const allowOne = () => client.attributes.update(own.list, single);
      const status = await postSlowly('/object', { typeId: own.typeId, attributes }, allowOne);
      expect(status).toBe(400);
    });
  });

  test('keeps whatever text it is given, letter by letter', async () => {
    const own = await createOwnType(target.client, `<b onclick="x">'; drop table type; --</b>`);
    const texts = ['<script>', `'; --`, '${7*7}', '__proto__', '\u202e\u200b', 'e\u0301', '👩‍👩‍👧'];
    const id = await own.createObject('x');
    await write(id, { [own.list]: texts });
    expect(valuesOf(await read(id), own.list)).toEqual(texts);
  });
}

/** Two writers of one object notice each other by its versions. */
export function describeVersions(target: Target): void {
  const { call, client } = target;

  describe('the version of an object', () => {
    let own: OwnType;
    beforeAll(async () => {
      own = await createOwnType(target.client, 'With versions');
    });
    const versionOf = ({ headers }: Answer) => headers.get('etag') ?? '';
    const read = (id: string, headers = {}, method = 'GET') =>
      call({ method, path: `/object/${id}`, headers });
    const write = (id: string, text: string, headers = {}) => {
      const attributes = writtenValues({ [own.text]: [text] });
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
      const remove = (ifMatch: string) => read(id, { 'if-match': ifMatch }, 'DELETE');
      expect((await remove(version)).status).toBe(412);
      expect((await remove(versionOf(await read(id)))).status).toBe(204);
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
      await client.objects.delete(id);
      expect((await write(id, 'x', { 'if-match': '*' })).status).toBe(404);
      expect((await write(id, 'x', { 'if-match': '"x"' })).status).toBe(404);
    });

    test('is known to the typed client', async () => {
      const { id } = await create();
      const { objects } = client;
      const first = await objects.getVersion(id);
      const { version: ifMatch = '' } = first ?? {};
      expect(first?.value).toEqual(await objects.get(id));
      expect(await objects.getVersion(id, { ifNoneMatch: ifMatch })).toBeUndefined();
      const change = { attributes: writtenValues({ [own.text]: ['one'] }) };
      await objects.update(id, change, { ifMatch });
      const late = await refusalOf(objects.update(id, change, { ifMatch }));
      expect(late).toMatchObject({ code: 'changed', status: 412 });
      expect((await refusalOf(objects.delete(id, { ifMatch }))).code).toBe('changed');
    });
  });
}
