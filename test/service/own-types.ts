import { createAttribute } from '../../src/api/attribute';
import { createObject } from '../../src/api/object';
import { createType } from '../../src/api/type';
import type { FleetService } from './fleet-service';

/** What makes types of a test's own: each with a label, and the attributes that it is given by their names. */
export function ownTypes(service: Pick<FleetService, 'api'>) {
  let made = 0;
  const api = (method: string, path: string, body: unknown) => service.api(method, path, body);
  return async (attributes: Record<string, { code: string; configuration?: object }> = {}) => {
    const name = `Own ${(made += 1)}`;
    const created = await api('POST', '/type', { name });
    const { id: typeId } = createType.reply!.parse(created.body);
    const add = async (attribute: string, code: string, configuration: object | null = null) => {
      const body = { typeId, name: attribute, attributeTypeCode: code, configuration };
      return createAttribute.reply!.parse((await api('POST', '/attribute', body)).body).id;
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
        const given = Object.entries({ [label]: [objectName], ...values });
        const written = given.map(([attributeId, each]) => ({ attributeId, values: each }));
        const body = { typeId, attributes: written };
        return createObject.reply!.parse((await api('POST', '/object', body)).body).id;
      },
    };
  };
}

export const reference = (targetTypeId: string, isMultiple = false) => ({
  code: 'REFERENCE',
  configuration: { targetTypeId, isMultiple },
});
