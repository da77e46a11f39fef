import type { Workflow } from '../../../api/workflow';
import type { Violation } from '../../../api/error-body';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { refuseValue } from '../../base/refusals/refused-values';
import type { ReadableType, Workspace } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';

/** The most attributes of one type: every call reads all of its workspace. */
const maximumAttributes = 500;
/** The limit for one attribute, as JSON. */
const maximumConfigurationBytes = 256_000;
/** The limit for the names, descriptions and configurations of one type's attributes. */
const maximumTypeBytes = 4_000_000;
/** The limit for one workflow, as JSON. */
const maximumWorkflowBytes = 256_000;
/** The limit for the names, descriptions and configurations of all types and workflows of a workspace. */
const maximumWorkspaceBytes = 64_000_000;

/** The parts of an attribute that take room. */
type Definition = Pick<StoredAttribute, 'name' | 'configuration'> & {
  readonly description?: string | null | undefined;
};

/** The field of a call that a refusal is about, and what the call sent there. */
interface Field {
  readonly domain: Violation['domain'];
  readonly name: string;
  readonly input: unknown;
}

/** The largest that a change names, of what makes an attribute or a type large. */
export function largestField(
  domain: Violation['domain'],
  change: Readonly<Record<string, unknown>>,
): Field {
  const named = ['configuration', 'description', 'name'].find((name) => change[name] != null);
  const name = named ?? 'name';
  return { domain, name, input: change[name] };
}

/**
 * Refuses an attribute that would make itself or its type larger than they may be. What is larger already may change
 * as long as it doesn't grow.
 * @param type as it is now; nobody else may change it
 * @param before the attribute as it is now; undefined for a new one
 * @returns how many bytes larger the attribute becomes
 * @throws Refusal 400: TOO_MANY attributes, or TOO_LONG
 */
export function checkAttributeSize(
  { attributes }: ReadableType,
  field: Field,
  after: Definition,
  before?: StoredAttribute,
): number {
  if (before === undefined && attributes.length >= maximumAttributes) {
    const message = `A type can have up to ${maximumAttributes} attributes. Delete one first.`;
    throw refuseValue('TOO_MANY', 'name', field.domain, message, after.name);
  }
  const [bytes, bytesBefore] = [bytesOf(after), before === undefined ? 0 : bytesOf(before)];
  const configurationBytes = jsonBytes(after.configuration);
  const isLarger = before === undefined || configurationBytes > jsonBytes(before.configuration);
  if (configurationBytes > maximumConfigurationBytes && isLarger) {
    const message = `The configuration of an attribute can take up to ${kilobytes(maximumConfigurationBytes)}, and this one takes ${kilobytes(configurationBytes)}. Shorten or remove some options.`;
    throw refuseValue('TOO_LONG', 'configuration', field.domain, message, field.input);
  }
  const others = attributes.filter(({ id }) => id !== before?.id);
  const typeBytes = others.reduce((sum, other) => sum + storedBytes(other), bytes);
  if (bytes > bytesBefore && typeBytes > maximumTypeBytes) {
    const message =
      'The attributes of a type can take up to 4 MB together, with their configuration. Shorten or delete some first.';
    throw tooLong(field, message);
  }
  return bytes - bytesBefore;
}

/**
 * Refuses a workflow that is larger than it may be; what is larger already may change as long as it doesn't grow.
 * @param before the workflow as it is now; undefined for a new one
 * @returns how many bytes larger it becomes
 * @throws Refusal 400 TOO_LONG
 */
export function checkWorkflowSize(after: Workflow, before?: Workflow): number {
  const [bytes, bytesBefore] = [jsonBytes(after), before === undefined ? 0 : jsonBytes(before)];
  if (bytes > maximumWorkflowBytes && bytes > bytesBefore) {
    const message = `A workflow can take up to ${kilobytes(maximumWorkflowBytes)}, and this one takes ${kilobytes(bytes)}. Shorten or remove some states or transitions.`;
    throw tooLong(workflowField(after), message);
  }
  return bytes - bytesBefore;
}

export function workflowField({ states, transitions }: Workflow): Field {
  const ofTransitions = jsonBytes(transitions) > jsonBytes(states);
  return ofTransitions
    ? { domain: 'WORKFLOW', name: 'transitions', input: transitions }
    : { domain: 'WORKFLOW', name: 'states', input: states };
}

/**
 * Refuses a change that makes a workspace larger than it may be. Changes of a workspace pass here one at a time: call
 * it last in the transaction of the change, before its version is renewed.
 * @param growth in bytes; what doesn't grow isn't refused
 * @throws Refusal 400 TOO_LONG; the transaction is to be rolled back
 */
export async function assertWorkspaceFits(
  transaction: Queryable,
  { workspaceId }: Workspace,
  field: Field,
  growth: number,
): Promise<void> {
  if (growth <= 0) return;
  await transaction.query('select from workspace_schema where workspace_id = $1 for update', [
    workspaceId,
  ]);
  const rows = await transaction.query<{ bytes: number }>(sumStatement, [workspaceId]);
  if (onlyRow(rows).bytes <= maximumWorkspaceBytes) return;
  const message =
    'The types, attributes and workflows of a workspace can take up to 64 MB together. Shorten or delete some first.';
  throw tooLong(field, message);
}

/** However short its texts are, each takes room as well, and pages list all types and workflows of a workspace. */
const sumStatement = `
  select ((
    select coalesce(sum(5000 + octet_length(name) + coalesce(octet_length(description), 0)), 0)
    from type where workspace_id = $1
  ) + (
    select coalesce(sum(500 + octet_length(name) + coalesce(octet_length(description), 0)
      + coalesce(octet_length(configuration::text), 0)), 0)
    from attribute where workspace_id = $1
  ) + (
    select coalesce(sum(5000 + octet_length(name)), 0) from workflow where workspace_id = $1
  ) + (
    select coalesce(sum(200 + octet_length(name)), 0) from workflow_state where workspace_id = $1
  ) + (
    select coalesce(sum(200 + octet_length(name)), 0) from workflow_transition where workspace_id = $1
  ))::float8 as bytes`;

function tooLong({ domain, name, input }: Field, message: string) {
  return refuseValue('TOO_LONG', name, domain, message, input);
}

function bytesOf({ name, description, configuration }: Definition): number {
  return textBytes(name) + textBytes(description ?? '') + jsonBytes(configuration);
}

/** As {@link bytesOf}, without reading a long configuration. */
function storedBytes({ name, description, configurationBytes }: StoredAttribute): number {
  return textBytes(name) + textBytes(description ?? '') + configurationBytes;
}

function textBytes(text: string): number {
  return Buffer.byteLength(text);
}

function jsonBytes(value: unknown): number {
  return value === null ? 0 : textBytes(JSON.stringify(value));
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000)} kB`;
}
