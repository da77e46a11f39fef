import { roles } from '../../../../src/api/permission';
import { embedAudience } from '../../../../src/api/site-page';
import fc from '../../../support/property-testing';
import { ids, attributeId } from '../../fleet';
import {
  fittingConfiguration,
  fittingValues,
  type Draw,
  type WrittenValues,
} from './fitting-values';
import type { LiveWorkspace } from './live-workspace';
import type { Attribute } from '../../../../src/api/attribute';
import { attributeKinds } from '../../../../src/service/model/values/attribute-kinds';

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
  createWorkspace: (_here, draw) => ({ path: '/workspace', body: { name: newName(draw) } }),
  updateWorkspace: (_here, draw) => ({
    path: `/workspace/${ids.fleet}`,
    body: { name: newName(draw) },
  }),
  listTypes: list('/type'),
  listEnrichedTypes: list('/type/enriched'),
  listAttributeTypes: list('/attribute/type'),
  listUsers: list('/user'),
  listSites: list('/site'),
  listTokens: list('/token'),
  getCurrentUser: plain('/user/me'),
  getCurrentToken: plain('/token/current'),
  getUser: (_here, draw) => ({ path: `/user/${one(draw, [ids.ann, ids.ben])}` }),
  addUser: (_here, draw) => ({ path: '/user', body: newMember(draw) }),
  addUsers: (_here, draw) => ({
    path: '/user/bulk',
    body: {
      users:
        draw(fc.nat({ max: 2 })) === 0 ? [newMember(draw)] : [newMember(draw), newMember(draw)],
    },
  }),
  setUserRole: async (here, draw) => ({
    path: `/user/${await here.newUser(newMember(draw))}/role`,
    body: { role: one(draw, roles) },
  }),
  setUserSuspension: async (here, draw) => ({
    path: `/user/${await here.newUser(newMember(draw))}/suspension`,
    body: { isSuspended: draw(fc.boolean()) },
  }),
  removeUser: async (here, draw) => ({ path: `/user/${await here.newUser(newMember(draw))}` }),
  listGroups: list('/group'),
  getGroup: async (here, draw) => ({ path: `/group/${await newGroup(here, draw)}` }),
  createGroup: async (here, draw) => {
    await here.makeRoom();
    return { path: '/group', body: { name: newName(draw), userIds: some(draw, [ids.ann]) } };
  },
  updateGroup: async (here, draw) => ({
    path: `/group/${await newGroup(here, draw)}`,
    body: one(draw, [{ name: newName(draw) }, { userIds: [ids.ann] }, {}]),
  }),
  deleteGroup: async (here, draw) => ({ path: `/group/${await newGroup(here, draw)}` }),
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
  getTypeAccess: async (here, draw) => ({ path: `/type/${(await anyType(here, draw)).id}/access` }),
  setTypeAccess: async (here, draw) => {
    const { id } = await here.newType(newName(draw));
    const read = one(draw, [{ everyone: true }, { userIds: [ids.ann, ids.ben], groupIds: [] }]);
    const write = { userIds: [ids.ann, ...some(draw, [ids.ben])], groupIds: [] };
    return { path: `/type/${id}/access`, body: { read, write } };
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
  listObjectHistory: async (here, draw) => ({
    path: `/object/${(await anyObject(here, draw)).id}/history`,
  }),
  listAudit: (_here, draw) => {
    const filter = one(draw, [
      '',
      '&kind=object',
      `&userId=${ids.ann}`,
      '&to=2030-01-01T00:00:00Z',
    ]);
    return { path: `/audit?limit=5${filter}` };
  },
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
  listDeletedObjects: async (here, draw) => ({
    path: `/object/deleted?typeId=${(await anyType(here, draw)).id}`,
  }),
  restoreObject: async (here, draw) => {
    const id = await newObjectOf(here, draw, await newTypeWithLabel(here, draw));
    await here.deleteObject(id);
    return { path: `/object/${id}/restore` };
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
  listMemberTokens: list('/token/member'),
  blockToken: async (here, draw) => {
    await here.makeRoom();
    return { path: `/token/${await here.newToken(newName(draw))}/block` };
  },
  unblockToken: async (here, draw) => {
    await here.makeRoom();
    return { path: `/token/${await here.newToken(newName(draw))}/block` };
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

let nameCount = 0;
/** A name that nothing else has. */
function newName(draw: Draw): string {
  const drawn = draw(fc.string({ unit: 'grapheme', maxLength: 20 }));
  return `Fits ${(nameCount += 1)} ${drawn.replace(/\p{C}/gu, '')}`;
}

async function newGroup(here: LiveWorkspace, draw: Draw): Promise<string> {
  await here.makeRoom();
  return here.newGroup({ name: newName(draw), userIds: some(draw, [ids.ann]) });
}

function newMember(draw: Draw) {
  const name = newName(draw);
  return { name, email: `fits-${nameCount}@example.com`, role: one(draw, roles) };
}

export const one = <Value>(draw: Draw, values: readonly Value[]): Value =>
  draw(fc.constantFrom(...values));
export const some = <Value>(draw: Draw, values: readonly Value[]): Value[] =>
  draw(fc.subarray([...values], { maxLength: Math.min(3, values.length) }));

const anyType = async (here: LiveWorkspace, draw: Draw) => one(draw, await here.types());
const anyObject = async (here: LiveWorkspace, draw: Draw) => one(draw, await here.objects());

/** Of a type of the beginning: those that were made since may have none. */
async function anyAttribute(here: LiveWorkspace, draw: Draw): Promise<Attribute> {
  return one(draw, await here.attributes(one(draw, [ids.laptop, ids.person, ids.contract])));
}

export async function newAttribute(here: LiveWorkspace, draw: Draw, typeId: string) {
  const attributeTypeCode = one(draw, attributeKinds).code;
  const configuration = await fittingConfiguration(here, draw, attributeTypeCode);
  return { name: newName(draw), typeId, attributeTypeCode, configuration };
}

/** @returns its id */
async function newTypeWithLabel(here: LiveWorkspace, draw: Draw): Promise<string> {
  const { id: typeId } = await here.newType(newName(draw));
  await here.newAttribute({ name: 'Name', typeId, attributeTypeCode: 'TEXT', isLabel: true });
  return typeId;
}

export async function newObject(here: LiveWorkspace, draw: Draw, typeId: string) {
  const attributes = await here.attributes(typeId);
  return { typeId, attributes: await fittingValues(here, draw, attributes, true) };
}

/** @returns its id */
async function newObjectOf(here: LiveWorkspace, draw: Draw, typeId: string): Promise<string> {
  return (await here.newObject(await newObject(here, draw, typeId))).id;
}

/** Another value of some attributes, and perhaps a move through a workflow. */
async function objectChange(here: LiveWorkspace, draw: Draw) {
  const { id: objectId, typeId, attributes: values } = await anyObject(here, draw);
  const attributes = await here.attributes(typeId);
  const written = await fittingValues(here, draw, attributes, false);
  const staged = attributes.find(({ attributeTypeCode: code }) => code === 'WORKFLOW');
  const state = values.find((each) => each.attributeId === staged?.id)?.values[0]?.value;
  const { workflowId } = staged?.configuration ?? {};
  if (staged === undefined || state === undefined || typeof workflowId !== 'string') {
    return { objectId, attributes: written };
  }
  const moves = await here.transitions(workflowId, state);
  if (moves.length === 0) return { objectId, attributes: written };
  const { id: transitionId, toStateId } = one(draw, moves);
  const moved: WrittenValues = { attributeId: staged.id, values: [toStateId] };
  return {
    objectId,
    attributes: [...written, moved],
    transitions: { [staged.id]: { transitionId } },
  };
}

/** The key of a file that an object shows. */
async function newPicture(here: LiveWorkspace): Promise<string> {
  const key = await here.upload();
  const attributes = await here.attributes(ids.laptop);
  const label = attributes.find(({ isLabel }) => isLabel)?.id ?? '';
  await here.newObject({
    typeId: ids.laptop,
    attributes: [
      { attributeId: label, values: ['Pictured'] },
      { attributeId: attributeId('Laptop', 'Photo'), values: [key] },
    ],
  });
  return key;
}

/** @returns its id */
export async function newSite(here: LiveWorkspace, draw: Draw): Promise<string> {
  await here.makeRoom();
  return (await here.newSite(newName(draw))).id;
}

/** @returns its path */
export async function newPage(here: LiveWorkspace, draw: Draw): Promise<string> {
  const name = newName(draw);
  const siteId = await newSite(here, draw);
  const { id } = await here.newPage(siteId, { name, blocks: [] });
  return `/site/${siteId}/page/${id}`;
}

async function newBlocks(here: LiveWorkspace, draw: Draw): Promise<unknown[]> {
  const { id: typeId } = await anyType(here, draw);
  const attributes = await here.attributes(typeId);
  const columns = some(draw, attributes).map(({ id }) => id);
  const counted = attributes.find(({ attributeTypeCode }) => attributeTypeCode === 'OPTION')?.id;
  return some(draw, [
    { kind: 'text', heading: 'Words', text: newName(draw) },
    { kind: 'table', typeId, query: 'order by Label', columns },
    { kind: 'record', objectId: (await anyObject(here, draw)).id },
    ...(counted === undefined ? [] : [{ kind: 'chart', typeId, query: '', attributeId: counted }]),
  ]);
}
