import { createAttribute } from '../../src/api/attribute';
import { createObject } from '../../src/api/object';
import { createSite } from '../../src/api/site';
import { createSitePage } from '../../src/api/site-page';
import { createType } from '../../src/api/type';
import type { Target } from './target';

/** A type of the test's own with a label, a text and a list of texts. */
export async function createOwnType({ call }: Target, typeName: string) {
  const { id: typeId } = createType.reply!.parse(
    (await call({ method: 'POST', path: '/type', body: { name: typeName } })).body,
  );
  const add = async (attribute: string, configuration: object | null = null) => {
    const body = { name: attribute, typeId, attributeTypeCode: 'TEXT', configuration };
    const answer = await call({ method: 'POST', path: '/attribute', body });
    return createAttribute.reply!.parse(answer.body).id;
  };
  const label = await add('Name');
  const createOwnObject = async (name: string): Promise<string> => {
    const attributes = [{ attributeId: label, values: [name] }];
    const answer = await call({ method: 'POST', path: '/object', body: { typeId, attributes } });
    return createObject.reply!.parse(answer.body).id;
  };
  return {
    typeId,
    label,
    text: await add('Text'),
    list: await add('List', { isMultiple: true }),
    createObject: createOwnObject,
    createDeletedObject: async (name: string): Promise<string> => {
      const id = await createOwnObject(name);
      await call({ method: 'DELETE', path: `/object/${id}` });
      return id;
    },
  };
}

/** A site of the test's own with one page. */
export async function createOwnSite({ call }: Target, siteName: string) {
  const body = { name: siteName, isOpen: true };
  const { id } = createSite.reply!.parse(
    (await call({ method: 'POST', path: '/site', body })).body,
  );
  const page = { name: 'Page', blocks: [{ kind: 'text', text: 'Words' }] };
  const answer = await call({ method: 'POST', path: `/site/${id}/page`, body: page });
  return { id, pageId: createSitePage.reply!.parse(answer.body).id };
}
