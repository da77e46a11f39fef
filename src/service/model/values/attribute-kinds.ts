import * as z from 'zod';
import type { AttributeTypeCode } from '../../../api/attribute';
import { color, type Color } from '../../../api/color';
import { visibleText } from '../../../api/visible-text';
import type { WorkflowState } from '../../../api/workflow';
import { storedId } from '../../base/refusals/storable-inputs';

/** What a value of the attribute is to a search: which column holds it, which operators fit. */
export type ValueKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'option'
  | 'reference'
  | 'user'
  | 'state'
  | 'media'
  | 'richText'
  | 'created'
  | 'updated';

export interface AttributeKind {
  readonly code: AttributeTypeCode;
  readonly name: string;
  readonly valueKind: ValueKind;
  /** The service fills the value in by itself. */
  readonly isReadOnly: boolean;
  /** What `configuration` may hold; reading through it fills in the defaults. */
  readonly configuration: z.ZodType<Record<string, unknown>>;
}

/** How many values an object holds of the attribute: by default none or one. */
const cardinality = {
  isRequired: z.boolean().default(false),
  isMultiple: z.boolean().default(false),
};
const plainConfiguration = z.strictObject(cardinality);
const option = z.strictObject({
  id: z.string().trim().min(1).max(100),
  name: z.string().overwrite(visibleText).min(1).max(255),
  color: z.optional(color),
});
const optionConfiguration = z.strictObject({
  ...cardinality,
  options: z.array(option).max(1000).default([]).refine(hasEachIdOnce, {
    message: 'Two options have the same id.',
  }),
});
const referenceConfiguration = z.strictObject({
  ...cardinality,
  targetTypeId: storedId,
});
/** An object is in exactly one state. */
const workflowConfiguration = z.strictObject({ workflowId: storedId });
const noConfiguration = z.strictObject({});

type Option = z.infer<typeof option>;

function hasEachIdOnce(options: readonly Option[]): boolean {
  return new Set(options.map(({ id }) => id)).size === options.length;
}

/** The attribute types that this service keeps values of, in the order the look-up lists them. */
export const attributeKinds: readonly AttributeKind[] = [
  kind('TEXT', 'Text', 'text'),
  kind('EMAIL', 'Email', 'text'),
  kind('URL', 'URL', 'text'),
  kind('INTEGER', 'Integer', 'number'),
  kind('DECIMAL', 'Decimal', 'number'),
  kind('BOOLEAN', 'Boolean', 'boolean'),
  kind('DATE', 'Date', 'date'),
  kind('DATETIME', 'Date and time', 'datetime'),
  kind('OPTION', 'Option', 'option', optionConfiguration),
  kind('REFERENCE', 'Object reference', 'reference', referenceConfiguration),
  kind('USER', 'User', 'user'),
  kind('WORKFLOW', 'Workflow', 'state', workflowConfiguration),
  kind('MEDIA', 'Media', 'media'),
  kind('RICH_TEXT', 'Rich text', 'richText'),
  kind('SYSTEM_CREATED', 'Created', 'created', noConfiguration),
  kind('SYSTEM_UPDATED', 'Updated', 'updated', noConfiguration),
];

function kind(
  code: AttributeTypeCode,
  name: string,
  valueKind: ValueKind,
  configuration: AttributeKind['configuration'] = plainConfiguration,
): AttributeKind {
  const isReadOnly = valueKind === 'created' || valueKind === 'updated';
  return { code, name, valueKind, isReadOnly, configuration };
}

const kindsByCode = new Map<string, AttributeKind>(attributeKinds.map((kind) => [kind.code, kind]));

/** Returns undefined for a code whose values this service does not keep. */
export function findAttributeKind(code: string): AttributeKind | undefined {
  return kindsByCode.get(code);
}

/** @throws Error for a code whose values this service does not keep. */
export function getAttributeKind(code: string): AttributeKind {
  const kind = findAttributeKind(code);
  if (kind === undefined) throw new Error(`No attribute type has the code ${code}.`);
  return kind;
}

/** An attribute as the service works with it: its configuration read, defaults filled in. */
export interface StoredAttribute {
  readonly id: string;
  readonly typeId: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: AttributeKind;
  /** As it was given: null means the defaults. */
  readonly configuration: Record<string, unknown> | null;
  /** The size of the configuration as JSON; 0 for the defaults. */
  readonly configurationBytes: number;
  readonly isRequired: boolean;
  readonly isMultiple: boolean;
  /** The options of an OPTION, in their order; empty for every other attribute. */
  readonly options: readonly Option[];
  /** The type that a REFERENCE points to. */
  readonly targetTypeId: string | undefined;
  /** The workflow whose states a WORKFLOW moves through. */
  readonly workflowId: string | undefined;
  /** The states of that workflow, in their order; empty for every other attribute. */
  readonly states: readonly StoredState[];
  readonly isLabel: boolean;
}

/** A state as the service keeps it: with no color that it doesn't know. */
export interface StoredState extends WorkflowState {
  readonly color?: Color | undefined;
}

/** What a value is one of: the options of an OPTION, the states of a WORKFLOW; else empty. In their order. */
export function choicesOf({
  options,
  states,
}: Pick<StoredAttribute, 'options' | 'states'>): readonly (Option | StoredState)[] {
  return [...options, ...states];
}

/** A name that was accepted once stays readable. */
const storedOption = z.object({ ...option.shape, name: z.string() });

const configurationFacts = z.object({
  ...cardinality,
  options: z.array(storedOption).default([]),
  targetTypeId: z.string().optional(),
  workflowId: z.string().optional(),
});

/** Most attributes have none, and a workspace can have thousands. */
const factsWithoutConfiguration = configurationFacts.parse({});

/** What the configuration of any attribute says, with the defaults where it says nothing. */
export function readConfiguration(configuration: unknown) {
  return configuration === null || configuration === undefined
    ? factsWithoutConfiguration
    : configurationFacts.parse(configuration);
}
