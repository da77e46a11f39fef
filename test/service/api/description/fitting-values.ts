import type { Attribute } from '../../../../src/api/attribute';
import { readConfiguration } from '../../../../src/service/model/values/attribute-kinds';
import fc from '../../../support/property-testing';
import { ids } from '../../fleet';
import type { LiveWorkspace } from './live-workspace';

/** Draws one value: what a run chose can be chosen again. */
export type Draw = <Value>(arbitrary: fc.Arbitrary<Value>) => Value;

export interface WrittenValues {
  readonly attributeId: string;
  readonly values: readonly string[];
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((drawn) => `a${drawn}`.replace(/\p{Cc}/gu, ''));
const ofCode: Readonly<Record<string, fc.Arbitrary<string>>> = {
  TEXT: text,
  EMAIL: fc.nat().map((number) => `person-${number}@example.com`),
  URL: fc.webUrl({ withQueryParameters: true }),
  INTEGER: fc.integer().map(String),
  DECIMAL: fc.integer().map((number) => `${number}.25`),
  BOOLEAN: fc.constantFrom('true', 'false'),
  DATE: fc.integer({ min: 10, max: 28 }).map((day) => `2026-02-${day}`),
  DATETIME: fc.integer({ min: 10, max: 23 }).map((hour) => `2026-02-28T${hour}:00:00Z`),
  USER: fc.constantFrom(ids.ann, ids.ben),
  RICH_TEXT: text.map((drawn) =>
    JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: drawn }] }],
    }),
  ),
};

/**
 * Values of an object of these attributes: of all that it needs and of some others.
 * @param isNew an object that is changed need not be given anything
 */
export async function fittingValues(
  here: LiveWorkspace,
  draw: Draw,
  attributes: readonly Attribute[],
  isNew: boolean,
): Promise<WrittenValues[]> {
  const written: WrittenValues[] = [];
  for (const attribute of attributes) {
    const { isRequired, isMultiple } = readConfiguration(attribute.configuration);
    const isNeeded = isNew && (isRequired || attribute.isLabel);
    if (!isNeeded && !draw(fc.boolean())) continue;
    const known = await findValues(here, attribute);
    if (known === undefined) continue;
    const maxLength = isMultiple && attribute.attributeTypeCode !== 'MEDIA' ? 3 : 1;
    const values = draw(fc.array(known, { minLength: 1, maxLength }));
    written.push({ attributeId: attribute.id, values });
  }
  return written;
}

/** Undefined for what is written in another way, or by the service, or has nothing to choose from. */
async function findValues(
  here: LiveWorkspace,
  { attributeTypeCode: code, configuration }: Attribute,
): Promise<fc.Arbitrary<string> | undefined> {
  const { options, targetTypeId } = readConfiguration(configuration);
  if (code === 'OPTION') return oneOf(options.map(({ id }) => id));
  if (code === 'REFERENCE') return oneOf((await here.objects(targetTypeId)).map(({ id }) => id));
  if (code === 'MEDIA') return fc.constant(await here.upload());
  return ofCode[code];
}

function oneOf(values: readonly string[]): fc.Arbitrary<string> | undefined {
  return values.length === 0 ? undefined : fc.constantFrom(...values);
}

/** A configuration of an attribute of any kind. */
export async function fittingConfiguration(
  here: LiveWorkspace,
  draw: Draw,
  code: string,
): Promise<Record<string, unknown> | null> {
  const cardinality = { isMultiple: draw(fc.boolean()) };
  switch (code) {
    case 'SYSTEM_CREATED':
    case 'SYSTEM_UPDATED':
      return null;
    case 'WORKFLOW':
      return { workflowId: ids.workflow };
    case 'OPTION':
      return { ...cardinality, options: ['a', 'b'].map((id) => ({ id, name: `Option ${id}` })) };
    case 'REFERENCE':
      return { ...cardinality, targetTypeId: draw(fc.constantFrom(...(await here.types()))).id };
    default:
      return draw(fc.constantFrom(cardinality, null));
  }
}
