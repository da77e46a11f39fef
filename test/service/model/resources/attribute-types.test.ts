import { beforeAll, describe, expect, test } from 'vitest';
import * as objectApi from '../../../../src/api/object';
import * as workflowApi from '../../../../src/api/workflow';
import { attributeId, ids, objects } from '../../fleet';
import { states, transitions } from '../../fleet-stages';
import { readError, startFleetService, strictly, type Answer } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';
import { refusalOf } from '../../../support/refused-calls';
import { writtenValues } from '../../../support/written-values';

const service = duringTests(() => startFleetService());

const name = attributeId('Laptop', 'Name');
const stage = attributeId('Laptop', 'Stage');
const photo = attributeId('Laptop', 'Photo');
const notes = attributeId('Laptop', 'Notes');

type Values = Record<string, string[]>;
type Transitions = Record<string, { transitionId: string }>;

const bodyOf = (values: Values, chosen?: Transitions) => ({
  attributes: writtenValues(values),
  ...(chosen && { transitions: chosen }),
});

function create(values: Values, chosen?: Transitions): Promise<Answer> {
  const body = { typeId: ids.laptop, ...bodyOf({ [name]: ['x'], ...values }, chosen) };
  return service.api('POST', '/object', body);
}

function patch(id: string, values: Values, chosen?: Transitions): Promise<Answer> {
  return service.api('PATCH', `/object/${id}`, bodyOf(values, chosen));
}

function read(answer: Answer): objectApi.WorkspaceObject {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return strictly(objectApi.workspaceObject).parse(answer.body);
}

function valuesOf(object: objectApi.WorkspaceObject, attribute: string) {
  const entry = object.attributes.find((one) => one.attributeId === attribute);
  return entry!.values.map(({ value, details }) => ({ value, ...(details && { details }) }));
}

const stateOf = (object: objectApi.WorkspaceObject) => valuesOf(object, stage)[0]?.value;

const violationsOf = (answer: Answer) => {
  const { violations = [] } = readError(answer);
  return violations.map((one) => `${one.violationType} ${one.domain} ${one.fieldIdentifier}`);
};

describe('a workflow', () => {
  test('is answered with its states and transitions in their order', async () => {
    const answer = await service.api('GET', `/workflow/${ids.workflow}`);
    const workflow = strictly(workflowApi.workflow).parse(answer.body);
    expect(workflow).toMatchObject({ name: 'Stages', initialStateId: states.ordered });
    expect(workflow.states.map((state) => state.id)).toEqual(Object.values(states));
    expect(workflow.transitions.map(({ id }) => id)).toEqual(Object.values(transitions));
    expect(workflow.transitions[0]).toEqual({
      id: transitions.deliver,
      name: 'deliver',
      fromStateId: states.ordered,
      toStateId: states.used,
    });
  });

  test.each([ids.archivedWorkflow, ids.laptop, 'none'])('is not there: %s', async (id) => {
    expect((await service.api('GET', `/workflow/${id}`)).status).toBe(404);
  });
});

describe('the state of an object', () => {
  test('is the initial one of a new object, and shown with its name', async () => {
    for (const values of [{}, { [stage]: [] }, { [stage]: [states.ordered] }]) {
      expect(valuesOf(read(await create(values)), stage)).toEqual([
        { value: states.ordered, details: { name: 'Ordered', isEndState: false } },
      ]);
    }
  });

  test('is another one of a new object where one transition leads there', async () => {
    expect(stateOf(read(await create({ [stage]: [states.used.toUpperCase()] })))).toBe(states.used);
    expect(violationsOf(await create({ [stage]: [states.broken] }))).toEqual([
      `TRANSITION_NOT_ALLOWED WORKFLOW ${stage}`,
    ]);
  });

  test('moves along the only transition, stays where it is, and is not cleared', async () => {
    const { id } = read(await create({}));
    expect(stateOf(read(await patch(id, { [stage]: [states.used] })))).toBe(states.used);
    const before = read(await service.api('GET', `/object/${id}`));
    expect(read(await patch(id, { [stage]: [states.used] }))).toEqual(before);
    expect(read(await patch(id, { [stage]: [] }))).toEqual(before);
  });

  test.each<[string, string[], string | undefined, string]>([
    ['no transition leads there', [states.ordered], undefined, 'TRANSITION_NOT_ALLOWED WORKFLOW'],
    ['several lead there', [states.used], undefined, 'TRANSITION_NOT_SUPPLIED WORKFLOW'],
    ['another is named', [states.used], transitions.deliver, 'TRANSITION_NOT_ALLOWED WORKFLOW'],
    ['an unknown one is named', [states.used], ids.ann, 'TRANSITION_NOT_ALLOWED WORKFLOW'],
    ['it is no state', [ids.ann], undefined, 'INVALID OBJECT'],
    ['it is of another workflow', [states.gone.replace('264', '281')], undefined, 'INVALID OBJECT'],
    ['two are given', [states.used, states.gone], undefined, 'TOO_MANY OBJECT'],
    ['a transition goes without its state', [], transitions.repair, 'REQUIRED OBJECT'],
  ])('does not move where %s, and nothing beside it changes', async (_why, to, chosen, refused) => {
    const transition = chosen === undefined ? undefined : { [stage]: { transitionId: chosen } };
    const answer = await patch(objects.b, { [name]: ['Renamed'], [stage]: to }, transition);
    expect(answer.status).toBe(400);
    expect(violationsOf(answer)).toContain(`${refused} ${stage}`);
    const after = read(await service.api('GET', `/object/${objects.b}`));
    expect([stateOf(after), after.label]).toEqual([states.broken, 'Pro Display for Mac']);
  });

  test('moves along the transition that the call names among several', async () => {
    const { id } = read(await create({ [stage]: [states.used] }));
    read(await patch(id, { [stage]: [states.broken] }));
    const chosen = { [stage.toUpperCase()]: { transitionId: transitions.replace.toUpperCase() } };
    expect(stateOf(read(await patch(id, { [stage]: [states.used] }, chosen)))).toBe(states.used);
  });

  test('is not moved by transitions of what is no workflow', async () => {
    const chosen = { [name]: { transitionId: transitions.repair } };
    expect(violationsOf(await patch(objects.b, {}, chosen))).toEqual([
      `NOT_FOUND ATTRIBUTE ${name}`,
    ]);
  });

  test('is the initial one of the objects that a type has when it gets a workflow', async () => {
    const attributeIn = (workflowId: string) => ({
      ...{ typeId: ids.city, name: 'Stage', attributeTypeCode: 'WORKFLOW' as const },
      configuration: { workflowId },
    });
    const refused = await service.api('POST', '/attribute', attributeIn(ids.archivedWorkflow));
    expect(violationsOf(refused)).toEqual(['NOT_FOUND ATTRIBUTE configuration.workflowId']);
    const { id } = await service.as('ann').attributes.create(attributeIn(ids.workflow));
    const city = read(await service.api('GET', `/object/${objects.koeln}`));
    expect(valuesOf(city, id)).toMatchObject([{ value: states.ordered }]);
  });
});

describe('a file', () => {
  test('becomes a value once, with its facts', async () => {
    const { id } = read(await create({ [photo]: ['fresh'] }));
    const object = read(await service.api('GET', `/object/${id}`));
    expect(valuesOf(object, photo)).toEqual([
      {
        value: 'fresh',
        details: {
          fileName: 'fresh.pdf',
          contentType: 'image/jpeg',
          fileSize: 2048,
          url: `${service.url}/workspace/${ids.fleet}/content/fresh`,
        },
      },
    ]);
    expect(violationsOf(await create({ [photo]: ['fresh'] }))).toEqual([
      `CONFLICT CONTENT ${photo}`,
    ]);
    read(await patch(id, { [photo]: ['other', 'fresh'] }));
    read(await patch(id, { [photo]: ['other'] }));
    expect(violationsOf(await patch(id, { [photo]: ['other', 'fresh'] }))).toEqual([
      `CONFLICT CONTENT ${photo}`,
    ]);
  });

  test.each(['foreign', 'unknown', '\u2028'.repeat(3) + 'x', "' or true --"])(
    'is not there: %j',
    async (key) => {
      expect(violationsOf(await create({ [photo]: [key] }))).toEqual([
        `NOT_FOUND CONTENT ${photo}`,
      ]);
    },
  );
});

test.each(['nobody', 'nobody@', 'two@example.com three@example.com'])(
  'A text that is no email address is refused as one: %s',
  async (value) => {
    const email = attributeId('Person', 'Email');
    const answer = await patch(objects.zoe, { [email]: [value] });
    expect(answer.status).toBe(400);
    expect(violationsOf(answer)).toEqual([`INVALID OBJECT ${email}`]);
    const after = read(await service.api('GET', `/object/${objects.zoe}`));
    expect(valuesOf(after, email)).toEqual([{ value: 'zoe@example.com' }]);
  },
);

describe('a rich text', () => {
  const document = (...content: unknown[]) => JSON.stringify({ type: 'doc', content });

  test('is kept as it is sent, and says what it is about', async () => {
    const node = (type: string, ...content: object[]) => ({ type, content });
    const words = (text: string) => ({ type: 'text', text });
    const text = document(
      node('paragraph', words('One '), words('two')),
      node('bulletList', node('listItem', node('paragraph', words('3')))),
      { type: 'horizontalRule' },
    );
    for (const [value, said] of [
      [text, 'One two\n3'],
      [`{{@userId:${ids.ben}}} said so`, '@Ben Ödegaard said so'],
      ['{{userId:x}} and {{@user:x}} mean nothing', '{{userId:x}} and {{@user:x}} mean nothing'],
      ['{"type":"docs"}', '{"type":"docs"}'],
      [document(), ''],
    ] as const) {
      expect(valuesOf(read(await create({ [notes]: [value] })), notes)).toEqual([
        { value, details: { text: said } },
      ]);
    }
  });

  const nested = (depth: number): unknown =>
    depth === 0
      ? { type: 'text', text: 'x' }
      : { type: 'blockquote', content: [nested(depth - 1)] };

  test.each([
    ['no nodes', JSON.stringify({ type: 'doc', content: ['x'] })],
    ['text that is none', document({ type: 'text', text: 7 })],
    ['content that is no list', JSON.stringify({ type: 'doc', content: {} })],
    ['too many levels', document(nested(101))],
    ['half a character', document({ type: 'text', text: '\ud800' })],
  ])('is refused with %s', async (_what, value) => {
    expect(violationsOf(await create({ [notes]: [value] }))).toEqual([`INVALID OBJECT ${notes}`]);
  });
});

describe('a call with very much wrong', () => {
  test.each([
    ['unknown fields', Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, 1]))],
    ['one unknown field with a long name', { ['k'.repeat(500_000)]: 1 }],
    [
      'unknown attributes',
      {
        typeId: ids.laptop,
        attributes: Array.from({ length: 9_000 }, () => ({ attributeId: ids.ann, values: ['x'] })),
      },
    ],
  ])('gets a short answer: %s', async (_what, body) => {
    const answer = await service.api('POST', '/object', body);
    expect(answer.status).toBe(400);
    expect(readError(answer).violations!.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
  });
});

let second: string;
beforeAll(async () => {
  const tags = { name: 'More tags', configuration: { isMultiple: true } };
  const own = { ...tags, typeId: ids.laptop, attributeTypeCode: 'TEXT' as const };
  second = (await service.as('ann').attributes.create(own)).id;
});
const tags = attributeId('Laptop', 'Tags');

/** 30 different values, together as many bytes as given. */
const largeValues = (bytes: number) =>
  Array.from({ length: 30 }, (_, index) => String(index).padEnd(bytes / 30, 'x'));

const createLaptop = async (label: string) => read(await create({ [name]: [label] })).id;

/** Stores so many bytes at once: over HTTP it would take many calls. */
const store = (objectId: string, bytes: number) =>
  service.database.query(
    `insert into object_value (workspace_id, id, object_id, attribute_id, position, value)
     select $1, gen_random_uuid(), $2, $3, number, repeat('x', $4)
     from generate_series(1, 30) as number`,
    [ids.fleet, objectId, tags, bytes / 30],
  );

const fill = (objectId: string, bytes: number) => patch(objectId, { [second]: largeValues(bytes) });

describe('an object', () => {
  test('takes 1 MB of values, and no change that brings it above', async () => {
    const id = await createLaptop('Full');
    await store(id, 900_000);
    expect((await fill(id, 60_000)).status).toBe(200);
    const refused = await fill(id, 120_000);
    expect(refused.status).toBe(400);
    const violation = { fieldIdentifier: 'attributes', violationType: 'TOO_LONG' };
    expect(readError(refused).violations).toEqual([
      { ...violation, invalidValue: '', domain: 'OBJECT' },
    ]);
    const { attributes } = read(await service.api('GET', `/object/${id}`));
    expect(attributes.find(({ attributeId }) => attributeId === second)?.values).toHaveLength(30);
    const kept = attributes.flatMap(({ values }) => values.map(({ value }) => value));
    expect(kept).not.toContain(largeValues(120_000)[0]);
  });
});

describe('a page of objects', () => {
  test('is refused above 8 MB, and answered with fewer objects or attributes', async () => {
    for (let index = 0; index < 10; index += 1) {
      await store(await createLaptop(`Large ${index}`), 900_000);
    }
    const { search } = service.as('ann').objects;
    const large = { query: 'Label ~ "large"', typeId: ids.laptop };
    const refused = await refusalOf(search(large));
    expect([refused.status, refused.reason]).toEqual([
      400,
      expect.stringContaining('too large for one answer'),
    ]);
    await search({ ...large, limit: 5 });
    expect((await search({ ...large, attributeIds: [name] })).result).toHaveLength(10);
  });

  test('counts labels too, and names what a value refers to by the first 255 characters of its label', async () => {
    const label = 'Person with a long name '.repeat(1_300);
    const attributes = [{ attributeId: attributeId('Person', 'Name'), values: [label] }];
    const person = { typeId: ids.person, attributes };
    const { id } = read(await service.api('POST', '/object', person));
    for (let index = 0; index < 9; index += 1) {
      await create({ [name]: [`Labelled ${index}`], [attributeId('Laptop', 'Holder')]: [id] });
    }
    await service.database.query(
      `update object set label = repeat('x', 1000000)
       where workspace_id = $1 and label like 'Labelled %'`,
      [ids.fleet],
    );
    const { search } = service.as('ann').objects;
    const labelled = { query: 'Label ~ "labelled"', typeId: ids.laptop, attributeIds: [] };
    expect((await refusalOf(search(labelled))).status).toBe(400);
    const { result } = await search({
      ...labelled,
      limit: 7,
      attributeIds: [attributeId('Laptop', 'Holder')],
    });
    expect(result).toHaveLength(7);
    const [holder] = result[0]!.attributes[0]!.values;
    expect(holder).toMatchObject({ value: id, details: { label: label.slice(0, 255) } });
  });
});
