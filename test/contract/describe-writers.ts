import { beforeAll, describe, expect, it } from 'vitest';
import { getObject, updateObject } from '../../src/api/object';
import type { WorkspaceObject } from '../../src/api/object';
import { createOwnType } from './own-data';
import type { Target } from './target';

type OwnType = Awaited<ReturnType<typeof createOwnType>>;

/** Several at once on one object: each answer is honest, and no write is half there. */
export function describeWriters(target: Target): void {
  const { call } = target;
  const write = (id: string, values: Record<string, string[]>) => {
    const attributes = Object.entries(values).map(([attributeId, list]) => ({
      attributeId,
      values: list,
    }));
    return call({ method: 'PATCH', path: `/object/${id}`, body: { attributes } });
  };
  const read = async (id: string) =>
    getObject.reply!.parse((await call({ method: 'GET', path: `/object/${id}` })).body);
  const valuesOf = (object: WorkspaceObject, attributeId: string) =>
    object.attributes
      .find((entry) => entry.attributeId === attributeId)
      ?.values.map(({ value }) => value);

  describe('two writers on one object', () => {
    let own: OwnType;
    beforeAll(async () => {
      own = await createOwnType(target, 'Written by two');
    });

    it('keep both changes of different attributes', async () => {
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

    it('leave the whole of one change of the same attributes', async () => {
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

    it('agree that what one deletes is gone', async () => {
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

    it('cannot both give a type the same name', async () => {
      const create = () => call({ method: 'POST', path: '/type', body: { name: 'Named by two' } });
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });
  });

  it('keeps whatever text it is given, letter by letter', async () => {
    const own = await createOwnType(target, `<b onclick="x">'; drop table type; --</b>`);
    const texts = ['<script>', `'; --`, '${7*7}', '__proto__', '\u202e\u200b', 'e\u0301', '👩‍👩‍👧'];
    const id = await own.createObject('x');
    await write(id, { [own.list]: texts });
    expect(valuesOf(await read(id), own.list)).toEqual(texts);
  });
}
