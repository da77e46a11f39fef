import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createPortal, found, onRequest } from '../support/portal';
import { cascade, requests, searchBodies, uuid } from '../support/resolver-fixture';

const [countryId, regionId, cityId] = [uuid(801), uuid(802), uuid(803)] as const;
const oz = { objectId: uuid(11), label: 'Oz' };
const secret = { objectId: uuid(12), label: 'Secret land' };
const north = { objectId: uuid(21), label: 'North' };
const bunker = { objectId: uuid(22), label: 'Bunker' };
const emerald = { objectId: uuid(31), label: 'Emerald City' };
const vault = { objectId: uuid(32), label: 'Vault' };

const on = (levelId: string, ...objects: { objectId: string; label: string }[]) => ({
  levelId,
  objects,
});

/** A country that the first level doesn't offer has a region, and that has a city. */
function createCascade(options: { readonly differs?: object } = {}) {
  const portal = createPortal({ module: 'workspace-cascade', ...options });
  portal.objects.push(
    { id: secret.objectId, label: secret.label, references: { Kind: ['Hidden'] } },
    { id: bunker.objectId, label: bunker.label, references: { Country: [secret.objectId] } },
    { id: vault.objectId, label: vault.label, references: { Region: [bunker.objectId] } },
  );
  return portal;
}

const offered = (...objects: (typeof oz)[]) => ({
  kind: 'ok',
  value: {
    objects: objects.map((object) => ({ ...object, attributes: [] })),
    total: objects.length,
  },
});

describe('what a cascade offers on a portal form', () => {
  test('is told level by level, with the names of the levels and none of their queries', async () => {
    const portal = createCascade();
    const reply = await portal.ask('portalCascade', {});
    expect(reply).toMatchObject({ kind: 'ok', value: { levels: [{ name: 'Country' }, {}, {}] } });
    for (const { query } of cascade.levels) expect(JSON.stringify(reply)).not.toContain(query);
  });

  test('fits what is chosen above, each level of which is checked first', async () => {
    const portal = createCascade();
    const search = (levelId: string, ...selections: ReturnType<typeof on>[]) =>
      portal.ask('portalCascadeSearch', { levelId, text: '', selections });
    expect(await search(countryId)).toEqual(offered(oz));
    expect(await search(regionId, on(countryId, oz))).toEqual(offered(north));
    expect(await search(cityId, on(countryId, oz), on(regionId, north))).toEqual(offered(emerald));
    expect(requests(portal, 'service')).toHaveLength(1 + 2 + 3);
  });

  test.each([
    ['a country that isn’t available', regionId, [on(countryId, secret)]],
    ['a region whose country isn’t chosen', cityId, [on(regionId, bunker)]],
    ['a region of another country', cityId, [on(countryId, oz), on(regionId, bunker)]],
    ['a whole path that isn’t available', cityId, [on(countryId, secret), on(regionId, bunker)]],
  ])('is nothing below %s, which a customer may have guessed', async (_, levelId, selections) => {
    const portal = createCascade();
    const payload = { levelId, text: '', selections };
    expect(await portal.ask('portalCascadeSearch', payload)).toMatchObject({
      kind: 'problem',
      code: 'LEVEL_WAITS',
    });
  });

  test('never takes a label from the customer', async () => {
    const [country, region, city] = cascade.levels;
    const byLabel = { ...region, query: 'Country = {{Country.label}}' };
    const portal = createCascade({ differs: { levels: [country, byLabel, city] } });
    const made = { ...oz, label: secret.label };
    const selections = [on(countryId, made)];
    await portal.ask('portalCascadeSearch', { levelId: regionId, text: '', selections });
    expect(searchBodies(portal).at(-1)).toMatchObject({ query: 'Country = "Oz"' });
  });

  test('keeps below a change what is offered there, and nothing that was guessed', async () => {
    const portal = createCascade();
    const allowed = (...selections: ReturnType<typeof on>[]) =>
      portal.ask('portalCascadeAllowed', { changedLevelId: countryId, selections });
    const kept = (regionIds: string[], cityIds: string[]) => ({
      kind: 'ok',
      value: {
        levels: [
          { levelId: regionId, objectIds: regionIds },
          { levelId: cityId, objectIds: cityIds },
        ],
      },
    });
    // Of a level that loses nothing, those below it needn't be asked about.
    expect(await allowed(on(countryId, oz), on(regionId, north), on(cityId, emerald))).toEqual({
      kind: 'ok',
      value: { levels: [{ levelId: regionId, objectIds: [north.objectId] }] },
    });
    expect(await allowed(on(countryId, secret), on(regionId, bunker), on(cityId, vault))).toEqual(
      kept([], []),
    );
    expect(
      await allowed(on(countryId, oz), on(regionId, north, bunker), on(cityId, emerald, vault)),
    ).toEqual(kept([north.objectId], [emerald.objectId]));
  });

  test('tells nothing of what lies below a guess on a level that the change leaves as it is', async () => {
    const street = { levelId: uuid(804), name: 'Street', isMultiple: true };
    const query = 'Country = {{Country}} AND City = {{City}}';
    const portal = createCascade({
      differs: { levels: [...cascade.levels, { ...street, query }] },
    });
    const lane = { objectId: uuid(41), label: 'Lane' };
    const references = { Country: [oz.objectId], City: [vault.objectId] };
    portal.objects.push({ id: lane.objectId, label: lane.label, references });
    const selections = [
      ...[on(countryId, oz), on(regionId, north), on(cityId, vault)],
      on(street.levelId, lane),
    ];
    const payload = { changedLevelId: countryId, selections };
    expect(await portal.ask('portalCascadeAllowed', payload)).toEqual({
      kind: 'ok',
      value: {
        levels: [
          { levelId: regionId, objectIds: [north.objectId] },
          { levelId: street.levelId, objectIds: [] },
        ],
      },
    });
  });

  test('asks nothing with what was guessed on a level that still waits for another one', async () => {
    const [country, region, city] = cascade.levels;
    const zone = { ...country, levelId: uuid(804), name: 'Zone' };
    const levels = [
      ...[country, zone],
      { ...region, query: 'Country = {{Country}} AND Zone = {{Zone}}' },
      { ...city, query: 'Region = {{Region}} AND Country = {{Country}}' },
    ];
    const portal = createCascade({ differs: { levels } });
    const selections = [on(countryId, oz), on(regionId, bunker), on(cityId, vault)];
    const payload = { changedLevelId: countryId, selections };
    expect(await portal.ask('portalCascadeAllowed', payload)).toEqual({
      kind: 'ok',
      value: { levels: [] },
    });
    expect(JSON.stringify(searchBodies(portal))).not.toContain(bunker.objectId);
  });
});

const code = { attributeId: uuid(902), name: 'Status', attributeTypeCode: 'TEXT' };
const withCode = (object: typeof oz, value: string) => ({
  ...{ id: object.objectId, label: object.label, references: { Kind: ['Country'] } },
  values: [{ valueId: uuid(77), value }],
});

describe('the attributes of a cascade on the portal', () => {
  const shown = { attributes: [code], searchedAttributes: [code], portal: 'attributes' };
  const search = (portal: ReturnType<typeof createCascade>, text: string) =>
    portal.ask('portalCascadeSearch', { levelId: countryId, text, selections: [] });

  test('are shown with each option and searched with its label, by one call', async () => {
    const portal = createCascade({ differs: shown });
    portal.objects.splice(0, portal.objects.length, withCode(oz, 'ZO'));
    portal.forge.service = () => found(portal.objects);
    expect(await search(portal, 'zo')).toEqual({
      kind: 'ok',
      value: {
        objects: [{ ...oz, attributes: [{ name: 'Status', values: [{ value: 'ZO' }] }] }],
        total: 1,
        searchedNames: ['Status'],
      },
    });
    expect(searchBodies(portal)).toMatchObject([
      {
        query: 'Kind = Country and (Label ~ "zo" or "Status" ~ "zo")',
        attributeIds: [code.attributeId],
      },
    ]);
  });

  test('hide what matches by an attribute of another type that has the same name', async () => {
    const portal = createCascade({ differs: shown });
    const objects = [withCode(oz, 'ZO'), { ...withCode(secret, ''), values: [] }];
    portal.forge.service = () => found(objects);
    expect(await search(portal, 'zo')).toMatchObject({
      value: { objects: [{ label: oz.label }], total: 1 },
    });
  });

  test('are searched in one answer where more match than it has, and counted by labels, since their number would tell of others', async () => {
    const portal = createCascade({ differs: shown });
    const hidden = { ...withCode(emerald, ''), values: [] };
    const answers = [found([withCode(secret, 'ZO'), hidden], 73), found([withCode(oz, '')])];
    portal.forge.service = () => answers.shift() ?? found([]);
    expect(await search(portal, 'zo')).toMatchObject({
      value: { objects: [{ label: secret.label }, { label: oz.label }], total: 2 },
    });
    expect(searchBodies(portal)[1]?.query).toBe('Kind = Country and Label ~ "zo"');
  });

  const path = [on(countryId, oz), on(regionId, north), on(cityId, emerald)];
  const view = (portal: ReturnType<typeof createCascade>, selections: ReturnType<typeof on>[]) =>
    portal.ask('portalCascadeView', { selections }, { extension: onRequest });

  test('are shown on a request with the objects on which the path ends', async () => {
    const portal = createCascade({ differs: shown });
    const city = portal.objects.findIndex(({ id }) => id === emerald.objectId);
    portal.objects[city] = {
      ...portal.objects[city]!,
      values: [{ valueId: uuid(77), value: 'Green' }],
    };
    const attributes = [{ name: 'Status', values: [{ value: 'Green' }] }];
    expect(await view(portal, path)).toEqual({
      kind: 'ok',
      value: { objects: [{ objectId: emerald.objectId, attributes }] },
    });
    expect(requests(portal, 'service')).toHaveLength(3);
  });

  test.each([
    ['no object of a path that isn’t available', { portal: 'attributes' }],
    ['nothing where the portal shows labels alone, and the service isn’t asked', {}],
  ])('are told of %s', async (_, use) => {
    const portal = createCascade({ differs: { attributes: [code], ...use } });
    const made = [on(countryId, secret), on(regionId, bunker), on(cityId, vault)];
    expect(JSON.stringify(await view(portal, made))).not.toContain(vault.objectId);
    expect(requests(portal, 'service')).toHaveLength('portal' in use ? 1 : 0);
  });
});

/** How many calls were counted after each take and what it gave back. */
const takenCalls = (portal: ReturnType<typeof createPortal>) =>
  [...portal.kept.store.entries]
    .filter(([key]) => key.startsWith('service-calls:'))
    .map(([, { json }]) =>
      z.object({ uses: z.array(z.array(z.unknown())) }).parse(JSON.parse(json)),
    )
    .map(({ uses }) => uses.reduce((sum, [, , amount]) => sum + Number(amount), 0))
    .filter((amount) => amount > 0);

describe('a request of the portal with made-up objects on every level of a cascade', () => {
  const forged = (objectsPerLevel: number) =>
    cascade.levels.map(({ levelId }) =>
      on(
        levelId,
        ...Array.from({ length: objectsPerLevel }, (_, index) => ({
          ...{ objectId: uuid(10_000 + index), label: 'x' },
        })),
      ),
    );

  test.each([
    ['portalCascadeSearch', { levelId: cityId, text: '' }],
    ['portalCascadeAllowed', { changedLevelId: countryId }],
    ['portalCascadeView', {}],
  ])('makes %s take a call for each level and one more at most', async (functionKey, rest) => {
    const portal = createCascade({ differs: { attributes: [code], portal: 'attributes' } });
    const extension = functionKey === 'portalCascadeView' ? { extension: onRequest } : {};
    const ask = (objectsPerLevel: number) =>
      portal.ask(functionKey, { ...rest, selections: forged(objectsPerLevel) }, extension);
    expect(await ask(101)).toMatchObject({ kind: 'problem', code: 'BAD_REQUEST' });
    expect(takenCalls(portal)).toEqual([]);
    await ask(100);
    const [taken = 0, ...others] = takenCalls(portal);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(cascade.levels.length + 1);
    // What nobody needed is given back.
    expect([taken, ...others].at(-1)).toBe(requests(portal, 'service').length);
  });
});
