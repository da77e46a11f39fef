import { expect, test } from 'vitest';
import { configuration, createFixture, requests, uuid } from '../support/resolver-fixture';

const { workspaceId } = configuration;
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
