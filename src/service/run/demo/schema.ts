import { createHash } from 'node:crypto';
import type { AttributeTypeCode } from '../../../api/attribute';
import type { Workflow } from '../../../api/workflow';

/** Random, once: keeps the ids of the demo data apart from all others. */
const namespace = Buffer.from('5d0f3c1e8b7a4f6e9c2d1a0b7e6f5d4c', 'hex');

/**
 * The id of something in the demo data: a UUID version 5 of its path, the same on every start and
 * after every reset. `demoId('workspace', 'IT')`, `demoId('object', 'IT', 'Laptop', 'LT-0001')`
 * @see RFC 9562, section 5.5
 */
export function demoId(...path: readonly string[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(path)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = hash.toString('hex', 0, 16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** One object of the demo data, its values by attribute name. */
export interface DemoObject {
  readonly workspace: string;
  readonly type: string;
  /** Tells objects of the type apart; the object's id is derived from it. */
  readonly key: string;
  readonly createdAt: Date;
  /** As the API takes them. Undefined is no value, as an absent attribute is. */
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const states = [
  { name: 'Ordered', isEndState: false, color: 'purple' },
  { name: 'In service', isEndState: false, color: 'green' },
  { name: 'In repair', isEndState: false, color: 'yellow' },
  { name: 'Retired', isEndState: true, color: 'gray' },
  { name: 'Lost', isEndState: true, color: 'red' },
] as const;

type StateName = (typeof states)[number]['name'];

/** Two of them lead from repair into service, so that a call has to say which. */
const transitions: readonly (readonly [name: string, from: StateName, to: StateName])[] = [
  ['Hand out', 'Ordered', 'In service'],
  ['Send to repair', 'In service', 'In repair'],
  ['Repaired', 'In repair', 'In service'],
  ['Returned unrepaired', 'In repair', 'In service'],
  ['Retire', 'In service', 'Retired'],
  ['Write off', 'In repair', 'Retired'],
  ['Report lost', 'In service', 'Lost'],
];

const lifecycleId = demoId('workflow', 'IT', 'Lifecycle');

export function lifecycleStateId(state: StateName): string {
  return demoId('state', 'IT', 'Lifecycle', state);
}

/** What laptops go through, from the order to their end. */
export const lifecycle: Workflow = {
  id: lifecycleId,
  name: 'Lifecycle',
  initialStateId: lifecycleStateId('Ordered'),
  states: states.map((state) => ({ ...state, id: lifecycleStateId(state.name) })),
  transitions: transitions.map(([name, from, to]) => ({
    id: demoId('transition', 'IT', 'Lifecycle', name),
    name,
    fromStateId: lifecycleStateId(from),
    toStateId: lifecycleStateId(to),
  })),
};

export interface DemoType {
  readonly name: string;
  readonly description: string;
  readonly symbol: string;
  /** The first one is the label. */
  readonly attributes: readonly DemoAttribute[];
}

interface DemoAttribute {
  readonly name: string;
  readonly code: AttributeTypeCode;
  readonly description?: string;
  /** The names of an OPTION's choices. */
  readonly options?: readonly string[];
  /** The type, of the same workspace, that a REFERENCE points to. */
  readonly target?: string;
  /** The workflow that a WORKFLOW moves through. */
  readonly workflowId?: string;
  readonly isMultiple?: boolean;
}

const name: DemoAttribute = { name: 'Name', code: 'TEXT' };

const person: DemoType = {
  name: 'Person',
  description: 'Everyone who works here',
  symbol: '👤',
  attributes: [
    name,
    { name: 'Email', code: 'EMAIL' },
    {
      name: 'Team',
      code: 'OPTION',
      options: ['Engineering', 'Design', 'Finance', 'People', 'Support'],
    },
    { name: 'Location', code: 'REFERENCE', target: 'Location' },
    { name: 'Account', code: 'USER', description: 'How the person signs in to this service' },
    { name: 'Started', code: 'DATE' },
  ],
};

const location: DemoType = {
  name: 'Location',
  description: 'Offices and storerooms',
  symbol: '🏢',
  attributes: [
    name,
    { name: 'Address', code: 'TEXT' },
    { name: 'Desks', code: 'INTEGER' },
    { name: 'Opened', code: 'DATE' },
    { name: 'Contact', code: 'EMAIL', description: 'Who to write to about the place' },
  ],
};

const laptop: DemoType = {
  name: 'Laptop',
  description: 'Laptops, in use or not',
  symbol: '💻',
  attributes: [
    name,
    { name: 'Serial number', code: 'TEXT' },
    { name: 'Status', code: 'OPTION', options: ['In use', 'In stock', 'In repair', 'Retired'] },
    { name: 'Assigned to', code: 'REFERENCE', target: 'Person' },
    { name: 'Location', code: 'REFERENCE', target: 'Location' },
    { name: 'Purchased', code: 'DATE' },
    { name: 'Price', code: 'DECIMAL', description: 'In euros, without tax' },
    { name: 'Warranty until', code: 'DATE' },
    { name: 'Memory', code: 'INTEGER', description: 'In gigabytes' },
    { name: 'Encrypted', code: 'BOOLEAN' },
    { name: 'Vendor page', code: 'URL' },
    { name: 'Owner', code: 'USER', description: 'Who answers for it' },
    { name: 'Lifecycle', code: 'WORKFLOW', workflowId: lifecycleId },
    { name: 'Checked at', code: 'DATETIME', description: 'When someone last had it in hands' },
    { name: 'Accessories', code: 'TEXT', isMultiple: true },
    { name: 'Photo', code: 'MEDIA' },
    { name: 'Notes', code: 'RICH_TEXT' },
    { name: 'Added', code: 'SYSTEM_CREATED' },
    { name: 'Changed', code: 'SYSTEM_UPDATED' },
  ],
};

const contract: DemoType = {
  name: 'Contract',
  description: 'What is leased, insured or maintained by others',
  symbol: '📄',
  attributes: [
    name,
    { name: 'Number', code: 'TEXT' },
    { name: 'Supplier', code: 'TEXT' },
    { name: 'Contact', code: 'REFERENCE', target: 'Person' },
    { name: 'Covers', code: 'REFERENCE', target: 'Laptop', isMultiple: true },
    { name: 'Signed', code: 'DATETIME' },
    { name: 'Ends', code: 'DATE' },
    { name: 'Yearly cost', code: 'DECIMAL', description: 'In euros, without tax' },
    { name: 'Renews itself', code: 'BOOLEAN' },
    { name: 'Approved by', code: 'USER', isMultiple: true },
  ],
};

const country: DemoType = {
  name: 'Country',
  description: 'Countries of the world',
  symbol: '🌍',
  attributes: [
    name,
    { name: 'Code', code: 'TEXT', description: 'ISO 3166-1, two letters' },
    { name: 'Official name', code: 'TEXT' },
    { name: 'Capital', code: 'TEXT' },
    { name: 'Area', code: 'DECIMAL', description: 'In square kilometers' },
  ],
};

const region: DemoType = {
  name: 'Region',
  description: 'First-level divisions of countries',
  symbol: '🗺️',
  attributes: [
    name,
    { name: 'Code', code: 'TEXT' },
    { name: 'Country', code: 'REFERENCE', target: 'Country' },
  ],
};

const city: DemoType = {
  name: 'City',
  description: 'Cities and towns',
  symbol: '🏙️',
  attributes: [
    name,
    { name: 'Region', code: 'REFERENCE', target: 'Region' },
    { name: 'Country', code: 'REFERENCE', target: 'Country' },
    { name: 'Latitude', code: 'DECIMAL', description: 'In degrees, north positive' },
    { name: 'Longitude', code: 'DECIMAL', description: 'In degrees, east positive' },
    { name: 'Population', code: 'INTEGER', description: 'Of larger cities, in 2012' },
    { name: 'Time zone', code: 'TEXT', description: 'Of larger cities' },
  ],
};

export const demoWorkspaces: readonly { name: string; types: readonly DemoType[] }[] = [
  { name: 'IT', types: [person, location, laptop, contract] },
  { name: 'Geography', types: [country, region, city] },
];

export function workspaceId(workspace: string): string {
  return demoId('workspace', workspace);
}

export function typeId(workspace: string, type: string): string {
  return demoId('type', workspace, type);
}

export function attributeId(workspace: string, type: string, attribute: string): string {
  return demoId('attribute', workspace, type, attribute);
}

/** @param key what tells objects of the type apart, such as a serial number */
export function objectId(workspace: string, type: string, key: string): string {
  return demoId('object', workspace, type, key);
}

/** What the attribute's `configuration` holds; null if the defaults will do. */
export function attributeConfiguration(
  workspace: string,
  attribute: DemoAttribute,
): Record<string, unknown> | null {
  const { options, target, workflowId, isMultiple } = attribute;
  const configuration = {
    ...(options && { options: options.map(describeOption) }),
    ...(target && { targetTypeId: typeId(workspace, target) }),
    ...(workflowId && { workflowId }),
    ...(isMultiple && { isMultiple }),
  };
  return Object.keys(configuration).length === 0 ? null : configuration;
}

const optionColors: ReadonlyMap<string, string> = new Map([
  ['In use', 'green'],
  ['In stock', 'blue'],
  ['In repair', 'yellow'],
  ['Retired', 'gray'],
]);

function describeOption(name: string) {
  const color = optionColors.get(name);
  return { id: optionId(name), name, ...(color && { color }) };
}

/** `In use` has the id `in-use`. */
function optionId(option: string): string {
  return option.toLowerCase().replaceAll(' ', '-');
}
