import { expect, test } from 'vitest';
import { configuration, createFixture, requests, uuid } from '../support/resolver-fixture';

const { workspaceId } = configuration;
const [locationId, regionId] = [uuid(910), uuid(911)];
const [siteTypeId, regionTypeId] = [uuid(920), uuid(921)];
const reference = (id: string, name: string, typeId: string, targetTypeId: string) => ({
  id,
  name,
  typeId,
  attributeTypeCode: 'REFERENCE',
  configuration: { targetTypeId },
  isLabel: false,
});
const text = { attributeTypeCode: 'TEXT', configuration: null, isLabel: true };
const attributes = [
  reference(locationId, 'Location', configuration.typeId, siteTypeId),
  reference(regionId, 'Part of', siteTypeId, regionTypeId),
  { ...text, id: uuid(912), name: 'Street', typeId: siteTypeId },
  { ...text, id: uuid(913), name: 'Name', typeId: regionTypeId },
];

function createPlaces() {
  const fixture = createFixture();
  fixture.forge.service = ({ path }) => {
    const url = new URL(path, 'https://wds.example.com');
    const typeId = url.searchParams.get('typeId');
    const found = attributes.filter((one) => one.typeId === typeId);
    if (typeId !== null) {
      return Response.json({ total: found.length, pageSize: 50, isLast: true, result: found });
    }
    return Response.json(attributes.find(({ id }) => url.pathname.endsWith(id)));
  };
  const ask = async (steps: string[], attributeIds = [locationId]) => {
    const reply = await fixture.call('attributesBehind', { workspaceId, attributeIds, steps });
    return (reply as { value: { attributes: { name: string }[] } }).value.attributes;
  };
  return { fixture, ask };
}

test('lists what the objects have that a reference leads to', async () => {
  const { fixture, ask } = createPlaces();
  expect(await ask([])).toEqual([
    { id: regionId, name: 'Part of', attributeTypeCode: 'REFERENCE', isLabel: false },
    { id: uuid(912), name: 'Street', attributeTypeCode: 'TEXT', isLabel: true },
  ]);
  expect(requests(fixture, 'service')).toHaveLength(2);
});

test('asks once for a type that several references lead to', async () => {
  const { fixture, ask } = createPlaces();
  expect(await ask([], [locationId, locationId])).toHaveLength(2);
  expect(requests(fixture, 'service')).toHaveLength(3);
});

test('follows the further names of a path, in any case', async () => {
  const { ask } = createPlaces();
  expect((await ask(['part OF'])).map(({ name }) => name)).toEqual(['Name']);
});

test.each([[['Street']], [['Unheard']], [['Part of', 'Name']]])(
  'lists none where the path %j leads nowhere',
  async (steps) => {
    const { ask } = createPlaces();
    expect(await ask(steps)).toEqual([]);
  },
);

const statusId = uuid(902);

test('names the options of attributes, each once', async () => {
  const fixture = createFixture();
  const attributeIds = [statusId, statusId];
  expect(await fixture.call('optionNames', { workspaceId, attributeIds })).toEqual({
    kind: 'ok',
    value: { names: ['In use'] },
  });
});

test('names the states of an attribute’s workflow', async () => {
  const fixture = createFixture();
  const workflowId = uuid(930);
  const state = (name: string) => ({ id: uuid(931), name, isEndState: false });
  fixture.forge.service = ({ path }) =>
    Response.json(
      path.endsWith(workflowId)
        ? {
            id: workflowId,
            name: 'Lending',
            initialStateId: uuid(931),
            states: [state('In stock'), state('In use')],
            transitions: [],
          }
        : {
            id: statusId,
            name: 'Lifecycle',
            typeId: uuid(901),
            isLabel: false,
            attributeTypeCode: 'WORKFLOW',
            configuration: { workflowId },
          },
    );
  expect(await fixture.call('optionNames', { workspaceId, attributeIds: [statusId] })).toEqual({
    kind: 'ok',
    value: { names: ['In stock', 'In use'] },
  });
});

test('names none of an attribute without options', async () => {
  const fixture = createFixture();
  const attribute = { id: statusId, name: 'Notes', typeId: uuid(901), isLabel: false };
  fixture.forge.service = () =>
    Response.json({ ...attribute, attributeTypeCode: 'TEXT', configuration: null });
  expect(await fixture.call('optionNames', { workspaceId, attributeIds: [statusId] })).toEqual({
    kind: 'ok',
    value: { names: [] },
  });
});

test('asks for no more than a few attributes', async () => {
  const fixture = createFixture();
  const attributeIds = Array.from({ length: 11 }, () => statusId);
  expect(await fixture.call('optionNames', { workspaceId, attributeIds })).toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(requests(fixture, 'service')).toEqual([]);
});
