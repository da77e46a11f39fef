import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { embedAudience } from '../../src/api/site-page';
import { createToken } from '../../src/api/token';
import { createWorkspace, renameWorkspace } from '../../src/service/accounts/workspaces';
import { Refusal } from '../../src/service/base/refusals/refusal';
import { ids } from './fleet';
import { readError, type Answer, type FleetService } from './fleet-service';
import { ownTypes } from './own-types';

/** What became of a call: its status and, of a refusal, what it says of which field. */
type Outcome = string;
export type Change = () => Promise<Outcome>;

/** Two changes that people make at the same moment. */
export interface Crossing {
  readonly title: string;
  /** Makes what they change. */
  readonly prepare: (stage: Stage) => Pair | Promise<Pair>;
}

interface Pair {
  readonly one: Change;
  readonly other: Change;
  /** The table that each of them writes after it has decided; the history where absent. */
  readonly table?: 'embed_token' | 'token_block';
  /** What may become of one and the other, where one begins first. */
  readonly oneFirst: readonly Pairing[];
  readonly otherFirst: readonly Pairing[];
  /** What holds afterwards, whatever became of them. */
  readonly check?: () => Promise<void>;
}

type Pairing = readonly [one: Outcome, other: Outcome];

export const embeddingOrigin = 'https://jira.example.com';

export type Stage = ReturnType<typeof createStage>;

export function createStage(service: FleetService) {
  const call =
    (method: string, path: string, body?: unknown): Change =>
    async () =>
      outcomeOf(await service.api(method, path, body));
  const client = service.as('ann');
  return { service, client, call, newType: ownTypes(() => client), name: () => randomUUID() };
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.status < 400) return 'done';
  const { violations: [first] = [] } = readError(answer);
  return [answer.status, first?.violationType, first?.fieldIdentifier].filter(Boolean).join(' ');
}

const written = (attributeId: string, ...values: string[]) => ({
  attributes: [{ attributeId, values }],
});

/** Both, one after the other. */
const both: Pairing = ['done', 'done'];

export const crossings: readonly Crossing[] = [
  {
    title: 'an object that refers to another one, which is deleted',
    prepare: async ({ newType, call, client }) => {
      const target = await newType();
      const type = await newType({
        To: { code: 'REFERENCE', configuration: { targetTypeId: target.typeId } },
      });
      const to = type.attributes['To']!;
      const [object, targetId] = [await type.create('One'), await target.create('Target')];
      const refused: Pairing = [`400 NOT_FOUND ${to}`, 'done'];
      return {
        one: call('PATCH', `/object/${object}`, written(to, targetId)),
        other: call('DELETE', `/object/${targetId}`),
        oneFirst: [both, refused],
        otherFirst: [refused],
        check: async () => {
          const { attributes } = await client.objects.get(object);
          expect(attributes.find(({ attributeId }) => attributeId === to)?.values).toEqual([]);
        },
      };
    },
  },
  {
    title: 'a bulk of objects that refer to another one, which is deleted',
    prepare: async ({ newType, call }) => {
      const target = await newType();
      const type = await newType({
        To: { code: 'REFERENCE', configuration: { targetTypeId: target.typeId } },
      });
      const to = type.attributes['To']!;
      const targetId = await target.create('Target');
      const operation = {
        objectOperationType: 'create',
        typeId: type.typeId,
        attributes: [
          { attributeId: type.label, values: ['New'] },
          { attributeId: to, values: [targetId] },
        ],
      };
      const refused: Pairing = [`400 NOT_FOUND ${to}`, 'done'];
      return {
        one: call('POST', '/object/bulk', { operations: [operation, operation] }),
        other: call('DELETE', `/object/${targetId}`),
        oneFirst: [both, refused],
        otherFirst: [refused],
      };
    },
  },
  {
    title: 'an object that gets a value of an attribute, which is deleted',
    prepare: async ({ newType, call }) => {
      const type = await newType({ Text: { code: 'TEXT' } });
      const text = type.attributes['Text']!;
      const object = await type.create('One');
      return {
        one: call('PATCH', `/object/${object}`, written(text, 'x')),
        other: call('DELETE', `/attribute/${text}`),
        oneFirst: [['done', '400 REQUIRED confirm']],
        otherFirst: [[`400 NOT_FOUND ${text}`, 'done']],
      };
    },
  },
  {
    title: 'a new object of a type, which is deleted',
    prepare: async ({ newType, call }) => {
      const { typeId, label } = await newType();
      return {
        one: call('POST', '/object', { typeId, ...written(label, 'New') }),
        other: call('DELETE', `/type/${typeId}`),
        oneFirst: [['done', '400 REQUIRED confirm']],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'a changed object of a type, which is deleted',
    prepare: async ({ newType, call }) => {
      const { typeId, label, create } = await newType();
      const object = await create('One');
      return {
        one: call('PATCH', `/object/${object}`, written(label, 'Changed')),
        other: call('DELETE', `/type/${typeId}?confirm=1`),
        oneFirst: [both],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'an attribute that refers to a type, which is deleted',
    prepare: async ({ newType, call, service }) => {
      const [type, target] = [await newType(), await newType()];
      const attribute = {
        typeId: type.typeId,
        name: 'To',
        attributeTypeCode: 'REFERENCE',
        configuration: { targetTypeId: target.typeId },
      };
      return {
        one: call('POST', '/attribute', attribute),
        other: call('DELETE', `/type/${target.typeId}`),
        oneFirst: [['done', '400 CONFLICT id']],
        otherFirst: [['400 NOT_FOUND configuration.targetTypeId', 'done']],
        check: async () => {
          const dangling = await service.database.query(
            `select from attribute where type_id = $1 and attribute_type_code = 'REFERENCE' and not exists (
               select from type where id = $2
             )`,
            [type.typeId, target.typeId],
          );
          expect(dangling).toEqual([]);
        },
      };
    },
  },
  {
    title: 'an object that gets an option, which its attribute loses',
    prepare: async ({ newType, call }) => {
      const optionsOf = (...names: string[]) => ({
        options: names.map((name) => ({ id: name, name })),
      });
      const type = await newType({ Size: { code: 'OPTION', configuration: optionsOf('S', 'M') } });
      const size = type.attributes['Size']!;
      const object = await type.create('One');
      return {
        one: call('PATCH', `/object/${object}`, written(size, 'S')),
        other: call('PATCH', `/attribute/${size}`, {
          attributeTypeCode: 'OPTION',
          configuration: optionsOf('M'),
        }),
        oneFirst: [['done', '400 CONFLICT configuration.options']],
        otherFirst: [[`400 INVALID ${size}`, 'done']],
      };
    },
  },
  {
    title: 'a new object of a type, which goes through another workflow from now on',
    prepare: async ({ newType, call, client, service }) => {
      const { typeId, label } = await newType();
      const workflow = await client.workflows.create({ name: 'Flow', states: [{ name: 'New' }] });
      const attribute = { typeId, name: 'Stage', attributeTypeCode: 'WORKFLOW' };
      return {
        one: call('POST', '/object', { typeId, ...written(label, 'New') }),
        other: call('POST', '/attribute', {
          ...attribute,
          configuration: { workflowId: workflow.id },
        }),
        oneFirst: [both],
        otherFirst: [both],
        check: async () => {
          const states = await service.database.query<{ value: string }>(
            `select value from object join object_value on object_value.object_id = object.id
               join attribute on attribute.id = attribute_id and attribute_type_code = 'WORKFLOW'
             where object.type_id = $1`,
            [typeId],
          );
          expect(states).toEqual([{ value: workflow.initialStateId }]);
        },
      };
    },
  },
  {
    title: 'an object that gets another label, and a type whose label moves',
    prepare: async ({ newType, call, client }) => {
      const type = await newType({ Code: { code: 'TEXT' } });
      const code = type.attributes['Code']!;
      const object = await type.create('Old', { [code]: ['C1'] });
      const values = [
        { attributeId: type.label, values: ['New'] },
        { attributeId: code, values: ['C2'] },
      ];
      return {
        one: call('PATCH', `/object/${object}`, { attributes: values }),
        other: call('PATCH', `/attribute/${code}`, { isLabel: true }),
        oneFirst: [both],
        otherFirst: [both],
        check: async () => expect((await client.objects.get(object)).label).toBe('C2'),
      };
    },
  },
  {
    title: 'two types that are renamed to one name',
    prepare: async ({ newType, call, name }) => {
      const [one, other, wanted] = [await newType(), await newType(), name()];
      return {
        one: call('PATCH', `/type/${one.typeId}`, { name: wanted }),
        other: call('PATCH', `/type/${other.typeId}`, { name: wanted.toUpperCase() }),
        oneFirst: [['done', '400 CONFLICT name']],
        otherFirst: [['400 CONFLICT name', 'done']],
      };
    },
  },
  {
    title: 'two types that swap their names',
    prepare: async ({ newType, call }) => {
      const [one, other] = [await newType(), await newType()];
      const refused: Pairing = ['400 CONFLICT name', '400 CONFLICT name'];
      return {
        one: call('PATCH', `/type/${one.typeId}`, { name: other.name }),
        other: call('PATCH', `/type/${other.typeId}`, { name: one.name }),
        oneFirst: [refused],
        otherFirst: [refused],
      };
    },
  },
  {
    title: 'two attributes of a type that get one name',
    prepare: async ({ newType, call }) => {
      const { typeId, label } = await newType();
      const added = { typeId, name: 'Caf\u00e9', attributeTypeCode: 'TEXT' };
      return {
        one: call('POST', '/attribute', added),
        other: call('PATCH', `/attribute/${label}`, { name: 'Cafe\u0301' }),
        oneFirst: [['done', '400 CONFLICT name']],
        otherFirst: [['400 CONFLICT name', 'done']],
      };
    },
  },
  {
    title: 'two groups that get one name',
    prepare: ({ call, name }) => {
      const wanted = `Caf\u00e9 ${name()}`;
      return {
        one: call('POST', '/group', { name: wanted }),
        other: call('POST', '/group', { name: wanted.normalize('NFD') }),
        oneFirst: [['done', '400 CONFLICT name']],
        otherFirst: [['400 CONFLICT name', 'done']],
      };
    },
  },
  {
    title: 'one person who is added twice, in two forms of Unicode',
    prepare: ({ call, name }) => {
      const email = `j\u00f6rg-${name()}@example.com`;
      const person = { name: 'J\u00f6rg', role: 'reader' };
      return {
        one: call('POST', '/user', { ...person, email }),
        other: call('POST', '/user', { ...person, email: email.normalize('NFD') }),
        // The second is another invitation.
        oneFirst: [both],
        otherFirst: [both],
      };
    },
  },
  {
    title: 'two workspaces that get one name',
    prepare: ({ service: { database }, name }) => {
      const wanted = name();
      const caller = {
        userId: ids.ann,
        name: 'Ann',
        email: 'ann@example.com',
        via: 'token',
      } as const;
      const dependencies = {
        database,
        clock: () => new Date(),
        workspaceCreators: [caller.email],
      };
      const author = { workspaceId: ids.archive, caller };
      return {
        one: refusable(() => createWorkspace(dependencies, caller, { name: wanted })),
        other: refusable(() =>
          renameWorkspace(dependencies, author, ids.archive, { name: wanted.toUpperCase() }),
        ),
        oneFirst: [['done', '400 CONFLICT name']],
        otherFirst: [['400 CONFLICT name', 'done']],
      };
    },
  },
  {
    title: 'a token for a page, which is deleted',
    prepare: async ({ call, client }) => {
      const site = await client.sites.create({ name: 'Site', isOpen: true });
      const page = await client.sites.createPage(site.id, { name: 'Page', blocks: [] });
      const path = `/site/${site.id}/page/${page.id}`;
      const request = { audience: embedAudience, parentOrigin: embeddingOrigin };
      return {
        one: call('POST', `${path}/embed-token`, request),
        other: call('DELETE', path),
        table: 'embed_token',
        oneFirst: [both, ['404', 'done']],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'a block of a token, which is revoked',
    prepare: async ({ call, service, name }) => {
      const created = await service.api('POST', '/token', { name: name() });
      const { id } = createToken.reply!.parse(created.body);
      return {
        one: call('PUT', `/token/${id}/block`),
        other: call('DELETE', `/token/${id}`),
        table: 'token_block',
        oneFirst: [both, ['404', 'done']],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'a new page of a site, which is deleted',
    prepare: async ({ call, client }) => {
      const { id } = await client.sites.create({ name: 'Site', isOpen: true });
      return {
        one: call('POST', `/site/${id}/page`, { name: 'Page', blocks: [] }),
        other: call('DELETE', `/site/${id}`),
        oneFirst: [both, ['404', 'done']],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'a site that is deleted twice',
    prepare: async ({ call, client }) => {
      const { id } = await client.sites.create({ name: 'Site', isOpen: true });
      const remove = call('DELETE', `/site/${id}`);
      return {
        one: remove,
        other: remove,
        oneFirst: [['done', '404']],
        otherFirst: [['404', 'done']],
      };
    },
  },
  {
    title: 'access of a group, which is deleted',
    prepare: async ({ newType, call, client, name }) => {
      const { typeId } = await newType();
      const { id } = await client.groups.create({ name: name(), userIds: [ids.ben] });
      const access = { userIds: [ids.ann], groupIds: [id] };
      return {
        one: call('PUT', `/type/${typeId}/access`, { read: access, write: access }),
        other: call('DELETE', `/group/${id}`),
        oneFirst: [both],
        otherFirst: [['400 NOT_FOUND read.groupIds', 'done']],
      };
    },
  },
];

function refusable(change: () => Promise<unknown>): Change {
  return async () => {
    try {
      await change();
      return 'done';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [first] = error.detail.violations ?? [];
      return `${error.status} ${first?.violationType} ${first?.fieldIdentifier}`;
    }
  };
}
