import { beforeAll, describe, expect, test } from 'vitest';
import { historyEntry, type HistoryEntry } from '../../../../src/api/history';
import { pageOf } from '../../../../src/api/page';
import { attributeId, ids, objects } from '../../fleet';
import { startFleetService } from '../../fleet-service';
import { changeRights } from '../../rights';
import { present } from '../../../contract/target';
import { duringTests } from '../../../support/during-tests';
import { writtenValues } from '../../../support/written-values';

const service = duringTests(() => startFleetService());
const laptop = (name: string) => attributeId('Laptop', name);

async function change(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await service.api(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return String((answer.body as { id?: string } | undefined)?.id);
}

async function readPage(path: string, as?: 'ben' | 'cat') {
  const answer = await service.api('GET', path, undefined, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return pageOf(historyEntry).parse(answer.body);
}
const read = async (path: string, as?: 'ben' | 'cat') => (await readPage(path, as)).result;

type Values = Readonly<Record<string, string[]>>;
const written = (values: Values) =>
  writtenValues(
    Object.fromEntries(Object.entries(values).map(([name, list]) => [laptop(name), list])),
  );
const createLaptop = (values: Values) =>
  change('POST', '/object', { typeId: ids.laptop, attributes: written(values) });
const changeLaptop = (id: string, values: Values) =>
  change('PATCH', `/object/${id}`, { attributes: written(values) });

const createPerson = (name: string) =>
  change('POST', '/object', {
    typeId: ids.person,
    attributes: writtenValues({ [attributeId('Person', 'Name')]: [name] }),
  });

/** Lets everyone or only those named read people. Returns what lets everyone again. */
async function setPersonAccess(isOpen: boolean): Promise<() => Promise<unknown>> {
  await changeRights(
    service.database,
    ids.fleet,
    'update type set everyone_reads = $3, everyone_writes = $3 where workspace_id = $1 and id = $2',
    [ids.fleet, ids.person, `${isOpen}`],
  );
  return () => setPersonAccess(true);
}

/** `Status: In stock → In use` */
function readable(entry: HistoryEntry | undefined): string[] {
  return present(entry).changes.map(({ name, before, after }) => {
    const [from, to] = [before, after].map((values) =>
      values.map(
        ({ value = 'withheld', details }) =>
          details?.name ?? details?.label ?? details?.text ?? value,
      ),
    );
    return `${name}: ${from?.join(', ')} → ${to?.join(', ')}`;
  });
}

describe('The history of an object', () => {
  test('says who changed what, by what, newest first, and nothing of what stayed as it was', async () => {
    const id = await createLaptop({ Name: ['Recorded'], Status: ['in-stock'], Tags: ['a', 'b'] });
    const [Tags, Owner, Holder] = [['a', 'b'], [ids.ben], [objects.zoe]];
    await changeLaptop(id, { Status: ['in-use'], Tags, Owner, Holder });
    await changeLaptop(id, { Tags });
    const [changed, created, ...others] = await read(`/object/${id}/history`);
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      changedAt: '2026-11-20T12:00:00.000Z',
      userId: ids.ann,
      userName: 'Ann Ödegaard',
      via: 'token',
      isBulk: false,
      kind: 'object',
      action: 'change',
      subjectId: id,
      label: 'Recorded',
      typeId: ids.laptop,
      isWithheld: false,
    });
    expect(changed?.credentialName).toBeTypeOf('string');
    expect(readable(changed)).toEqual([
      'Status: In stock → In use',
      'Holder:  → Zoë Ångström',
      'Owner:  → Ben Ödegaard',
    ]);
    expect(created?.action).toBe('create');
    expect(readable(created)).toEqual(
      expect.arrayContaining(['Name:  → Recorded', 'Status:  → In stock', 'Tags:  → a, b']),
    );
  });

  test('says that changes came by one call, and of an object that lost a reference which it was', async () => {
    const holder = await createPerson('Leaving');
    const id = await createLaptop({ Name: ['Held'], Holder: [holder] });
    await change('POST', '/object/bulk', {
      operations: [
        {
          ...{ objectOperationType: 'patch', objectId: id },
          attributes: written({ Name: ['Renamed'] }),
        },
        { objectOperationType: 'delete', objectId: holder },
      ],
    });
    const [lost, renamed] = await read(`/object/${id}/history`);
    expect(lost).toMatchObject({ action: 'change', isBulk: true, label: 'Renamed' });
    expect(readable(lost)).toEqual(['Holder: Leaving → ']);
    expect(renamed).toMatchObject({ isBulk: true, label: 'Renamed' });
    expect(readable(renamed)).toEqual(['Name: Held → Renamed']);
  });

  test('keeps the name of an attribute that is gone, and what its values were', async () => {
    const attribute = await change('POST', '/attribute', {
      typeId: ids.laptop,
      name: 'Passing',
      attributeTypeCode: 'OPTION',
      configuration: { options: [{ id: 'x', name: 'Marked' }] },
    });
    const id = await change('POST', '/object', {
      typeId: ids.laptop,
      attributes: writtenValues({ [laptop('Name')]: ['Passing'], [attribute]: ['x'] }),
    });
    await change('DELETE', `/attribute/${attribute}?confirm=1`);
    const [created] = await read(`/object/${id}/history`);
    expect(readable(created)).toContain('Passing:  → Marked');
  });

  test('comes in pages', async () => {
    const id = await createLaptop({ Name: ['1'] });
    for (const name of ['2', '3']) await changeLaptop(id, { Name: [name] });
    const page = await readPage(`/object/${id}/history?offset=1&limit=1`);
    expect(page).toMatchObject({ total: 3, pageSize: 1, isLast: false });
    expect(page.result.map(({ label }) => label)).toEqual(['2']);
  });
});

describe('For whoever reads less', () => {
  let id: string;
  beforeAll(async () => {
    id = await createLaptop({ Name: ['Leased'], Contract: [objects.lease] });
  });

  test('a value that refers to an object of a hidden type is withheld', async () => {
    const [created] = await read(`/object/${id}/history`, 'ben');
    expect(readable(created)).toContain('Contract:  → withheld');
    expect(JSON.stringify(created)).not.toContain(objects.lease);
  });

  test('there is no history of an object that they may not read', async () => {
    const answer = await service.api('GET', `/object/${objects.lease}/history`, undefined, 'ben');
    expect(answer.status).toBe(404);
    expect((await service.api('GET', `/object/${objects.lease}/history`)).status).toBe(200);
  });
});

describe('The audit', () => {
  test('lists what the administrator may not read, and says nothing of it', async () => {
    const person = await createPerson('Hidden one');
    const open = await setPersonAccess(false);
    const [entry] = await read('/audit?kind=object&limit=1');
    expect(entry).toMatchObject({
      subjectId: person,
      action: 'create',
      label: null,
      isWithheld: true,
      changes: [],
      userName: 'Ann Ödegaard',
    });
    await open();
    expect((await read('/audit?kind=object&limit=1'))[0]?.label).toBe('Hidden one');
  });

  test('shows the workflow of a deleted type only where everyone could read the type', async () => {
    for (const isOpen of [true, false]) {
      const type = await change('POST', '/type', { name: `With steps ${isOpen}` });
      const workflow = await change('POST', '/workflow', {
        name: `Steps ${isOpen}`,
        states: [{ name: 'Open' }],
        transitions: [],
      });
      const configuration = { workflowId: workflow.toUpperCase() };
      const step = { typeId: type, name: 'Step', attributeTypeCode: 'WORKFLOW', configuration };
      await change('POST', '/attribute', step);
      if (!isOpen) {
        const only = { userIds: [ids.ben], groupIds: [] };
        await change('PUT', `/type/${type}/access`, { read: only, write: only });
        expect((await read('/audit?kind=workflow&limit=1'))[0]).toMatchObject({ isWithheld: true });
        const own = { userIds: [ids.ann], groupIds: [] };
        await change('PUT', `/type/${type}/access`, { read: own, write: own });
      }
      await change('DELETE', `/type/${type}`);
      await service.database.query(
        `delete from history where kind = 'attribute' and action = 'create' and type_id = $1`,
        [type],
      );
      const [entry] = await read('/audit?kind=workflow&limit=1');
      expect(entry).toMatchObject({ subjectId: workflow, isWithheld: !isOpen });
      expect(entry?.label).toBe(isOpen ? 'Steps true' : null);
    }
  });

  test('shows what is left of a deleted type only where everyone could read it', async () => {
    for (const isOpen of [true, false]) {
      const type = await change('POST', '/type', { name: `Going ${isOpen}` });
      const name = { typeId: type, name: 'Name', attributeTypeCode: 'TEXT' };
      await change('POST', '/attribute', name);
      if (!isOpen) {
        const only = { userIds: [ids.ann], groupIds: [] };
        await change('PUT', `/type/${type}/access`, { read: only, write: only });
      }
      await change('DELETE', `/type/${type}`);
      const [attribute] = await read('/audit?kind=attribute&limit=1');
      expect(attribute).toMatchObject({ typeId: type, isWithheld: !isOpen });
      expect(attribute?.label).toBe(isOpen ? 'Name' : null);
    }
  });

  test('calls whoever left a former member', async () => {
    await change('POST', '/type', { name: 'By someone who leaves' });
    const membership = [ids.fleet, ids.ann];
    await service.database.query(
      'update history set user_id = $3 where workspace_id = $1 and user_id = $2',
      [...membership, ids.cat],
    );
    const [entry] = await read('/audit?limit=1');
    expect(entry).toMatchObject({ userId: ids.cat, userName: null });
    await service.database.query(
      'update history set user_id = $2 where workspace_id = $1',
      membership,
    );
  });

  test('answers fewer entries than asked for where they are large', async () => {
    const large = Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(900)}`);
    for (let made = 0; made < 3; made += 1) await createLaptop({ Name: ['Large'], Tags: large });
    await service.database.query(
      `update history set detail = jsonb_set(detail, '{after,label}', to_jsonb(repeat('x', 1500000)))
       where number in (select number from history order by number desc limit 3)`,
    );
    const page = await readPage('/audit?kind=object&limit=3');
    expect([page.result.length, page.pageSize, page.isLast]).toEqual([2, 3, false]);
  });

  test('lists changes of everything, each with its readable difference', async () => {
    const type = await change('POST', '/type', { name: 'Audited' });
    await change('PATCH', `/type/${type}`, { name: 'Audited twice' });
    await change('PUT', `/type/${type}/access`, {
      read: { everyone: true },
      write: { userIds: [ids.ben], groupIds: [] },
    });
    const workflow = await change('POST', '/workflow', {
      name: 'Steps',
      states: [{ name: 'Open' }, { name: 'Done', isEndState: true }],
      transitions: [{ name: 'Finish', fromStateId: 'Open', toStateId: 'Done' }],
    });
    await change('DELETE', `/workflow/${workflow}`);
    await change('DELETE', `/type/${type}`);
    const site = await change('POST', '/site', { name: 'Shown', isOpen: true });
    const page = await change('POST', `/site/${site}/page`, {
      name: 'Start',
      blocks: [{ kind: 'text', text: 'Hello' }],
    });
    await change('PATCH', `/site/${site}/page/${page}`, { name: 'Home' });
    await change('PATCH', `/site/${site}`, { isOpen: false, groupIds: [] });
    const entries = await read('/audit?limit=9');
    expect(
      entries.map((entry) => [entry.kind, entry.action, entry.label, ...readable(entry)]),
    ).toEqual([
      ['access', 'change', 'Shown', 'isOpen: true → false'],
      ['page', 'change', 'Home', 'name: Start → Home'],
      ['page', 'create', 'Start', 'name:  → Start', 'blocks:  → text'],
      ['site', 'create', 'Shown', 'name:  → Shown', 'isOpen:  → true', 'userIds:  → Ann Ödegaard'],
      [
        'type',
        'delete',
        'Audited twice',
        'name: Audited twice → ',
        'isOpen: true → ',
        'objectCount: 0 → ',
      ],
      [
        'workflow',
        'delete',
        'Steps',
        'name: Steps → ',
        'states: Open, Done (end state) → ',
        'transitions: Finish: Open → Done → ',
        'initialState: Open → ',
      ],
      [
        'workflow',
        'create',
        'Steps',
        'name:  → Steps',
        'states:  → Open, Done (end state)',
        'transitions:  → Finish: Open → Done',
        'initialState:  → Open',
      ],
      ['access', 'change', null, 'write.everyone: true → ', 'write.userIds:  → Ben Ödegaard'],
      ['type', 'change', 'Audited twice', 'name: Audited → Audited twice'],
    ]);
  });

  test('is filtered by person, kind and time', async () => {
    await change('POST', '/type', { name: 'Filtered' });
    expect((await read('/audit?kind=type')).every(({ kind }) => kind === 'type')).toBe(true);
    expect(await read(`/audit?userId=${ids.ben}`)).toEqual([]);
    expect(await read('/audit?from=2026-11-20T12:00:01Z')).toEqual([]);
    expect(await read('/audit?from=2026-11-20T14:00:01.000%2B0200')).toEqual([]);
    expect(await read('/audit?to=2026-11-20T12:00:00Z')).toEqual([]);
    const within = '/audit?from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:01Z&limit=1';
    expect((await read(within))[0]?.label).toBe('Filtered');
    for (const query of ['kind=cat', 'userId=x', 'from=yesterday', 'to=2026-13-01T00:00:00Z']) {
      expect((await service.api('GET', `/audit?${query}`)).status, query).toBe(400);
    }
  });
});
