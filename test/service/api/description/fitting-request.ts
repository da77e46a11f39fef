import { embedAudience } from '../../../../src/api/site-page';
import fc from '../../../support/property-testing';
import { ids } from '../../fleet';
import {
  anyAttribute,
  anyObject,
  anyType,
  newAttribute,
  newBlocks,
  newName,
  newObject,
  newObjectOf,
  newPage,
  newPicture,
  newSite,
  newTypeWithLabel,
  objectChange,
  one,
  some,
} from './fitting-parts';
import type { Draw } from './fitting-values';
import type { LiveWorkspace } from './live-workspace';

/** The origin whose pages may frame a page. */
export const embeddingOrigin = 'https://jira.example.com';

interface FittingRequest {
  /** Below `/public/v1`, or whole where it begins with `/upload`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: BodyInit;
}

type Build = (here: LiveWorkspace, draw: Draw) => FittingRequest | Promise<FittingRequest>;

const list =
  (path: string): Build =>
  (_here, draw) => {
    const offset = draw(fc.integer({ min: 0, max: 3 }));
    return { path: `${path}?offset=${offset}&limit=${draw(fc.integer({ min: 1, max: 200 }))}` };
  };
const plain =
  (path: string): Build =>
  () => ({ path });

/** A request to each operation that fits what is there, and so is one that the service does. */
export const fittingRequests: Readonly<Record<string, Build>> = {
  listWorkspaces: list('/workspace'),
  listTypes: list('/type'),
  listEnrichedTypes: list('/type/enriched'),
  listAttributeTypes: list('/attribute/type'),
  listUsers: list('/user'),
  listSites: list('/site'),
  listTokens: list('/token'),
  getCurrentUser: plain('/user/me'),
  getCurrentToken: plain('/token/current'),
  getUser: (_here, draw) => ({ path: `/user/${one(draw, [ids.ann, ids.ben])}` }),
  getType: async (here, draw) => ({ path: `/type/${(await anyType(here, draw)).id}` }),
  createType: (_here, draw) => ({
    path: '/type',
    body: { name: newName(draw), ...some(draw, [{ description: 'Some' }])[0] },
  }),
  updateType: async (here, draw) => ({
    path: `/type/${(await here.newType(newName(draw))).id}`,
    body: one(draw, [{ name: newName(draw) }, { description: 'Another' }, {}]),
  }),
  deleteType: async (here, draw) => {
    const typeId = await newTypeWithLabel(here, draw);
    const count = draw(fc.nat({ max: 2 }));
    for (let made = 0; made < count; made += 1) await newObjectOf(here, draw, typeId);
    return { path: `/type/${typeId}?confirm=${count}` };
  },
  listAttributes: async (here, draw) => ({
    path: `/attribute?typeId=${(await anyType(here, draw)).id}`,
  }),
  getAttribute: async (here, draw) => ({
    path: `/attribute/${(await anyAttribute(here, draw)).id}`,
  }),
  createAttribute: async (here, draw) => ({
    path: '/attribute',
    body: await newAttribute(here, draw, (await anyType(here, draw)).id),
  }),
  updateAttribute: async (here, draw) => {
    const { id, attributeTypeCode, configuration } = await anyAttribute(here, draw);
    const whole = { attributeTypeCode, configuration };
    const body = { ...one(draw, [{ name: newName(draw) }, { description: 'Other' }, whole]) };
    return { path: `/attribute/${id}`, body };
  },
  deleteAttribute: async (here, draw) => {
    const typeId = await newTypeWithLabel(here, draw);
    const attribute = await newAttribute(here, draw, typeId);
    const { id } = await here.newAttribute(attribute);
    return { path: `/attribute/${id}` };
  },
  getObject: async (here, draw) => ({ path: `/object/${(await anyObject(here, draw)).id}` }),
  createObject: async (here, draw) => ({
    path: '/object',
    body: await newObject(here, draw, (await anyType(here, draw)).id),
  }),
  updateObject: async (here, draw) => {
    const { objectId, ...body } = await objectChange(here, draw);
    const tag = (await here.object(objectId)).headers.get('etag') ?? '';
    const headers: Record<string, string>[] = [{}, { 'If-Match': tag }, { 'If-Match': '*' }];
    return { path: `/object/${objectId}`, body, headers: one(draw, headers) };
  },
  changeObjects: async (here, draw) => {
    const typeId = await newTypeWithLabel(here, draw);
    const doomed = await newObjectOf(here, draw, typeId);
    const operations = [
      { objectOperationType: 'create', ...(await newObject(here, draw, typeId)) },
      { objectOperationType: 'patch', ...(await objectChange(here, draw)) },
      { objectOperationType: 'delete', objectId: doomed },
    ];
    const chosen = draw(fc.subarray(operations, { minLength: 1 }));
    return { path: '/object/bulk', body: { operations: chosen } };
  },
  deleteObject: async (here, draw) => {
    const typeId = await newTypeWithLabel(here, draw);
    return { path: `/object/${await newObjectOf(here, draw, typeId)}` };
  },
  searchObjects: async (here, draw) => {
    const { id: typeId } = await anyType(here, draw);
    const attributes = await here.attributes(typeId);
    const clauses = some(draw, attributes).map(
      ({ name }) => `${JSON.stringify(name)} is not empty`,
    );
    const attributeIds = some(draw, attributes).map(({ id }) => id);
    const query = `${clauses.join(' or ')} order by Label`;
    return { path: '/object/search', body: { query, typeId, attributeIds, limit: 20 } };
  },
  createContent: (_here, draw) => ({
    path: '/content',
    body: {
      fileName: one(draw, ['a.png', 'Übersicht – 100 %.pdf']),
      fileSize: draw(fc.integer({ min: 1, max: 100 * 1024 * 1024 })),
      contentType: one(draw, ['image/png', 'text/plain; charset=utf-8']),
    },
  }),
  uploadContent: async (here) => {
    const { path, headers, bytes } = await here.announce();
    return { path, headers, bytes };
  },
  getContent: async (here) => ({ path: `/content/${await newPicture(here)}` }),
  createWorkflow: (_here, draw) => {
    const states = draw(fc.integer({ min: 1, max: 5 }));
    const keys = Array.from({ length: states }, (_, place) => `s${place}`);
    const transition = fc.record({
      name: fc.constantFrom('Go', 'Return'),
      fromStateId: fc.constantFrom(...keys),
      toStateId: fc.constantFrom(...keys),
    });
    return {
      path: '/workflow',
      body: {
        name: newName(draw),
        initialStateId: one(draw, keys),
        states: keys.map((id) => ({ id, name: `State ${id}`, isEndState: draw(fc.boolean()) })),
        transitions: draw(fc.array(transition, { maxLength: 5 })).filter(
          ({ fromStateId, toStateId }) => fromStateId !== toStateId,
        ),
      },
    };
  },
  listWorkflows: list('/workflow'),
  updateWorkflow: async (here, draw) => {
    const { states } = await here.workflow();
    const body = one(draw, [{ name: newName(draw) }, { states }, {}]);
    return { path: `/workflow/${ids.workflow}`, body };
  },
  deleteWorkflow: async (here, draw) => {
    const { id } = await here.newWorkflow({ name: newName(draw), states: [{ name: 'Open' }] });
    return { path: `/workflow/${id}` };
  },
  getWorkflow: plain(`/workflow/${ids.workflow}`),
  listAvailableTransitions: async (here, draw) => {
    const { states } = await here.workflow();
    const path = `/workflow/${ids.workflow}/available-transitions`;
    return { path: `${path}?fromStateId=${one(draw, states).id}` };
  },
  createSite: async (here, draw) => {
    await here.makeRoom();
    const userIds = some(draw, [ids.ann, ids.ben]);
    return { path: '/site', body: { name: newName(draw), isOpen: draw(fc.boolean()), userIds } };
  },
  getSite: async (here, draw) => ({ path: `/site/${await newSite(here, draw)}` }),
  updateSite: async (here, draw) => ({
    path: `/site/${await newSite(here, draw)}`,
    body: one(draw, [{ name: newName(draw) }, { isOpen: false }, { userIds: [ids.ben] }]),
  }),
  deleteSite: async (here, draw) => ({ path: `/site/${await newSite(here, draw)}` }),
  listSitePages: async (here, draw) => ({ path: `/site/${await newSite(here, draw)}/page` }),
  createSitePage: async (here, draw) => ({
    path: `/site/${await newSite(here, draw)}/page`,
    body: { name: newName(draw), blocks: await newBlocks(here, draw) },
  }),
  getSitePage: async (here, draw) => ({ path: await newPage(here, draw) }),
  updateSitePage: async (here, draw) => ({
    path: await newPage(here, draw),
    body: one(draw, [{ name: newName(draw) }, { blocks: await newBlocks(here, draw) }]),
  }),
  deleteSitePage: async (here, draw) => ({ path: await newPage(here, draw) }),
  createEmbedToken: async (here, draw) => ({
    path: `${await newPage(here, draw)}/embed-token`,
    body: { audience: embedAudience, parentOrigin: embeddingOrigin },
  }),
  createToken: async (here, draw) => {
    await here.makeRoom();
    const durationDays = draw(fc.constantFrom(null, 1, 3_650));
    return { path: '/token', body: { name: newName(draw), durationDays } };
  },
  deleteToken: async (here, draw) => {
    await here.makeRoom();
    return { path: `/token/${await here.newToken(newName(draw))}` };
  },
  chat: (_here, draw) => ({
    path: '/assistant/chat',
    body: { messages: [{ role: 'user', content: `Which laptops are ${newName(draw)}?` }] },
  }),
};
