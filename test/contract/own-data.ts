import { createAttribute } from '../../src/api/attribute';
import { createObject } from '../../src/api/object';
import { createType } from '../../src/api/type';
import type { Target } from './target';

/** A type of the test's own with a label, a text and a list of texts. */
export async function createOwnType({ call }: Target, name: string) {
  const { id: typeId } = createType.reply!.parse(
    (await call({ method: 'POST', path: '/type', body: { name } })).body,
  );
  const add = async (attribute: string, configuration: object | null = null) => {
    const body = { name: attribute, typeId, attributeTypeCode: 'TEXT', configuration };
    const answer = await call({ method: 'POST', path: '/attribute', body });
    return createAttribute.reply!.parse(answer.body).id;
  };
  return {
    typeId,
    label: await add('Name'),
    text: await add('Text'),
    list: await add('List', { isMultiple: true }),
    async createObject(label: string): Promise<string> {
      const attributes = [{ attributeId: this.label, values: [label] }];
      const answer = await call({ method: 'POST', path: '/object', body: { typeId, attributes } });
      return createObject.reply!.parse(answer.body).id;
    },
  };
}
