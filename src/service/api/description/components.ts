import * as z from 'zod';
import { attribute } from '../../../api/attribute';
import { errorBody } from '../../../api/error-body';
import { historyEntry } from '../../../api/history';
import { workspaceObject } from '../../../api/object';
import { site } from '../../../api/site';
import { accessToken, memberToken } from '../../../api/token';
import { enrichedType, objectType } from '../../../api/type';
import { group } from '../../../api/group';
import { member, user } from '../../../api/user';
import { transition, workflow } from '../../../api/workflow';
import { workspace } from '../../../api/workspace';
import { describeFields } from './describe-field';
import type { Subject } from './describe-field';
import { missingValue } from './object-words';
import { exampleIds, examplePerson, exampleToken, exampleTokenFacts } from './words';
import type { Json, JsonObject } from './words';

interface Component {
  /** What its `id` is the id of. */
  readonly noun: string;
  readonly schema: z.core.$ZodType;
  readonly example: JsonObject;
}

const { type: typeId, attribute: attributeId } = exampleIds;
const stateIds = [
  'e1c7a5f4-2b7c-4a8e-8f56-7a3f5d2b6c03',
  'c9a4b1d2-5e6f-4b3a-9c8d-2e1f0a9b8c04',
] as const;

const type = {
  id: typeId,
  name: 'Laptop',
  description: 'Everything that is lent to people.',
  symbol: '💻',
  isReadByEveryMember: true,
};
const move = {
  id: '7d2f9b60-4c1e-4f7a-b0d3-9e8c7b6a5d05',
  name: 'Hand over',
  fromStateId: stateIds[0],
  toStateId: stateIds[1],
};

/** What several answers have in common, by the name that the description gives it. */
const components = {
  Error: {
    noun: 'error',
    schema: errorBody,
    example: {
      timestamp: '2026-11-20T12:00:00.000Z',
      path: '/public/v1/object',
      ...missingValue,
    },
  },
  Workspace: {
    noun: 'workspace',
    schema: workspace,
    example: { id: exampleIds.workspace, name: 'IT' },
  },
  Type: { noun: 'type', schema: objectType, example: type },
  EnrichedType: {
    noun: 'type',
    schema: enrichedType,
    example: {
      ...type,
      attributes: [{ id: attributeId, name: 'Name', attributeTypeCode: 'TEXT', isLabel: true }],
    },
  },
  Attribute: {
    noun: 'attribute',
    schema: attribute,
    example: {
      id: attributeId,
      name: 'Name',
      typeId,
      attributeTypeCode: 'TEXT',
      configuration: null,
      isLabel: true,
    },
  },
  Object: {
    noun: 'object',
    schema: workspaceObject,
    example: {
      id: exampleIds.object,
      typeId,
      symbol: '💻',
      label: 'MacBook Pro 14',
      url: `https://service.example.com/workspace/${exampleIds.workspace}/object/${exampleIds.object}`,
      attributes: [
        {
          attributeId,
          values: [{ valueId: '1f2e3d4c-5b6a-4978-8897-a6b5c4d3e208', value: 'MacBook Pro 14' }],
        },
      ],
      createdAt: '2026-01-15T09:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
    },
  },
  User: { noun: 'person', schema: user, example: examplePerson },
  Member: { noun: 'person', schema: member, example: { ...examplePerson, role: 'editor' } },
  Group: {
    noun: 'group',
    schema: group,
    example: { id: exampleIds.group, name: 'Purchasing', userIds: [exampleIds.user] },
  },
  Transition: { noun: 'transition', schema: transition, example: move },
  Workflow: {
    noun: 'workflow',
    schema: workflow,
    example: {
      id: exampleIds.workflow,
      name: 'Lending',
      initialStateId: stateIds[0],
      states: [
        { id: stateIds[0], name: 'In stock', isEndState: false },
        { id: stateIds[1], name: 'In use', isEndState: false },
      ],
      transitions: [move],
    },
  },
  Site: {
    noun: 'site',
    schema: site,
    example: { id: exampleIds.site, name: 'Fleet', isOpen: true },
  },
  HistoryEntry: {
    noun: 'entry',
    schema: historyEntry,
    example: {
      id: '4711',
      changedAt: '2026-11-24T10:14:00.000Z',
      userId: exampleIds.user,
      userName: 'Ann Miller',
      via: 'token',
      credentialName: 'Nightly export',
      isBulk: false,
      kind: 'object',
      action: 'change',
      subjectId: exampleIds.object,
      label: 'MacBook Pro 14',
      typeId,
      isWithheld: false,
      changes: [
        {
          name: 'Status',
          attributeId,
          attributeTypeCode: 'OPTION',
          before: [{ value: 'in-stock', details: { name: 'In stock' } }],
          after: [{ value: 'in-use', details: { name: 'In use' } }],
        },
      ],
    },
  },
  AccessToken: {
    noun: 'access token',
    schema: accessToken,
    example: { ...exampleToken, ...exampleTokenFacts },
  },
  MemberToken: {
    noun: 'access token',
    schema: memberToken,
    example: { ...exampleToken, owner: examplePerson, ...exampleTokenFacts, isBlocked: false },
  },
} as const satisfies Record<string, Component>;

const names = z.registry<{ id: string }>();
for (const [id, { schema }] of Object.entries(components)) names.add(schema, { id });

export const componentReference = (name: keyof typeof components): JsonObject => ({
  $ref: `#/components/schemas/${name}`,
});

/** An example of what a schema describes, where it is one that has a name. */
export function findExample(schema: z.core.$ZodType): JsonObject | undefined {
  return Object.values<Component>(components).find((component) => component.schema === schema)
    ?.example;
}

/** The named schemas, all of them if none is chosen, each with its example. */
export function describeComponents(chosen?: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries<Component>(components)
      .filter(([name]) => chosen?.includes(name) ?? true)
      .map(([name, { schema, example, noun }]) => {
        // What stands inside something else is described by name.
        const { [name]: described = {} } = convert(schema, 'output').$defs;
        return [
          name,
          { ...describeFields(described, { noun, io: 'output' }), examples: [example] },
        ];
      }),
  );
}

/** A schema with what each of its fields means. */
export function describeSchema(schema: z.core.$ZodType, subject: Subject): JsonObject {
  return describeFields(convert(schema, subject.io).properties.it, subject);
}

const converted = z.looseObject({
  properties: z.object({ it: z.custom<JsonObject>() }),
  $defs: z.record(z.string(), z.custom<JsonObject>()).default({}),
});

function convert(schema: z.core.$ZodType, io: Subject['io']) {
  const described = z.toJSONSchema(z.object({ it: schema }), {
    io,
    metadata: names,
    override: ({ jsonSchema }) => {
      // Answers may get further fields; what a caller writes may have no others.
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  const text = JSON.stringify(described, (_key, value: Json) => value);
  return converted.parse(JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')));
}
