import type { Queryable } from '../../base/database';
import { readAttributes } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue } from '../values/encode-value';
import { readContents, withFileNames } from './contents';
import { storeObjects } from './store-objects';
import type { AttributeValuesToStore } from './store-objects';

/** An object as a data set knows it. */
export interface ObjectToImport {
  readonly id: string;
  readonly typeId: string;
  readonly createdAt: Date;
  /** Values by attribute id, as the API takes them; attributes without a value are left out. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Stores the objects of a data set, also very many, without the checks of a call: references and
 * users are taken as they are, and may point to objects that come later in the same transaction.
 * @throws Error for a value that is none of its attribute's type
 */
export async function importObjects(
  database: Queryable,
  workspaceId: string,
  objects: readonly ObjectToImport[],
): Promise<void> {
  const typeIds = [...new Set(objects.map(({ typeId }) => typeId))];
  const attributes = new Map(
    (await readAttributes(database, workspaceId, typeIds)).map((attribute) => [
      attribute.id,
      attribute,
    ]),
  );
  const encoded = objects.map((object) => ({
    ...object,
    workspaceId,
    updatedAt: object.createdAt,
    values: [...object.values].map(([attributeId, values]) =>
      encodeAll(attributes.get(attributeId), values),
    ),
  }));
  const contents = await readContents(
    database,
    workspaceId,
    encoded.flatMap(({ values }) => values),
    ofAnyAge,
  );
  await storeObjects(
    database,
    encoded.map((object) => ({
      ...object,
      values: object.values.map((values) => withFileNames(values, contents)),
    })),
  );
}

/** What is imported was uploaded at some time; nothing of it has expired. */
const ofAnyAge = new Date(0);

function encodeAll(
  attribute: StoredAttribute | undefined,
  inputs: readonly string[],
): AttributeValuesToStore {
  if (attribute === undefined)
    throw new Error('A value names an attribute that no imported type has.');
  const values = inputs.map((input) => {
    const value = encodeValue(attribute, input);
    if (value === undefined)
      throw new Error(`"${input}" isn't a valid value for ${attribute.name}.`);
    return value;
  });
  return { attributeId: attribute.id, isLabel: attribute.isLabel, values };
}
