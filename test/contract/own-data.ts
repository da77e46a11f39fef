import type { WorkspaceClient } from '../support/api-client';
import { writtenValues } from '../support/written-values';

/** A type of the test's own with a label, a text and a list of texts. */
export async function createOwnType(
  { types, attributes, objects }: WorkspaceClient,
  typeName: string,
) {
  const { id: typeId } = await types.create({ name: typeName });
  const add = async (name: string, configuration: { isMultiple: boolean } | null = null) => {
    const attributeTypeCode = 'TEXT' as const;
    return (await attributes.create({ name, typeId, attributeTypeCode, configuration })).id;
  };
  const label = await add('Name');
  const createOwnObject = async (name: string) =>
    (await objects.create({ typeId, attributes: writtenValues({ [label]: [name] }) })).id;
  return {
    typeId,
    label,
    text: await add('Text'),
    list: await add('List', { isMultiple: true }),
    createObject: createOwnObject,
    createDeletedObject: async (name: string): Promise<string> => {
      const id = await createOwnObject(name);
      await objects.delete(id);
      return id;
    },
  };
}
