import type { AttributeTypeCode } from '../../src/api/attribute';
import type { WorkspaceClient } from '../support/api-client';
import { writtenValues } from '../support/written-values';

interface OwnAttribute {
  readonly code: AttributeTypeCode;
  readonly configuration?: Record<string, unknown>;
}

/** What makes types of a test's own: each with a label, and the attributes that it is given by their names. */
export function ownTypes(client: () => WorkspaceClient) {
  let made = 0;
  return async (attributes: Record<string, OwnAttribute> = {}) => {
    const name = `Own ${(made += 1)}`;
    const { id: typeId } = await client().types.create({ name });
    const add = async (
      attribute: string,
      attributeTypeCode: AttributeTypeCode,
      configuration: Record<string, unknown> | null = null,
    ) => {
      const body = { typeId, name: attribute, attributeTypeCode, configuration };
      return (await client().attributes.create(body)).id;
    };
    const label = await add('Name', 'TEXT');
    const added: Record<string, string> = {};
    for (const [attribute, { code, configuration }] of Object.entries(attributes)) {
      added[attribute] = await add(attribute, code, configuration);
    }
    return {
      typeId,
      name,
      label,
      attributes: added,
      add,
      /** @param values by the ids of their attributes */
      create: async (objectName: string, values: Record<string, string[]> = {}) => {
        const written = writtenValues({ [label]: [objectName], ...values });
        return (await client().objects.create({ typeId, attributes: written })).id;
      },
    };
  };
}

export const reference = (targetTypeId: string, isMultiple = false) => ({
  code: 'REFERENCE' as const,
  configuration: { targetTypeId, isMultiple },
});
