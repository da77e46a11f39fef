import { listAttributes } from '../../src/api/attribute';
import type { Attribute } from '../../src/api/attribute';
import { publicPathPrefix } from '../../src/api/endpoint';
import { searchObjects } from '../../src/api/object';
import { listEnrichedTypes } from '../../src/api/type';
import type { EnrichedType } from '../../src/api/type';
import { getCurrentUser } from '../../src/api/user';
import { listWorkspaces } from '../../src/api/workspace';
import type { Answer, Request } from './target';

/** What a service holds that cases can be about, as far as it can be read. */
export interface Facts {
  readonly workspaceId: string;
  readonly userId: string;
  readonly types: readonly EnrichedType[];
  /** The type whose attributes are of the most kinds, and an object of it. */
  readonly type: EnrichedType;
  readonly objectId: string;
  readonly labelAttribute: Attribute;
  /** One attribute of {@link type} per attribute type; absent where it has none. */
  readonly attributes: ReadonlyMap<string, Attribute>;
}

type Send = (request: Request, workspaceId?: string) => Promise<Answer>;

/** Reads them in the demo's workspace IT, elsewhere in the first workspace. */
export async function readFacts(send: Send, isDemo: boolean): Promise<Facts> {
  const read = async (path: string, workspaceId?: string, body?: unknown) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await send({ method, path, body }, workspaceId);
    if (answer.status === 200) return answer.body;
    throw new Error(`${method} ${publicPathPrefix}${path}: ${answer.status} ${answer.text}`);
  };
  const workspaces = listWorkspaces.reply!.parse(await read('/workspace')).result;
  const workspace = isDemo ? workspaces.find(({ name }) => name === 'IT') : workspaces[0];
  const workspaceId = present(workspace).id;
  const { id: userId } = getCurrentUser.reply!.parse(await read('/user/me'));
  const enriched = await read('/type/enriched?limit=200', workspaceId);
  const types = listEnrichedTypes.reply!.parse(enriched).result;
  const type = present(types.toSorted((one, other) => kindsOf(other) - kindsOf(one))[0]);
  const list = await read(`/attribute?typeId=${type.id}&limit=200`, workspaceId);
  const attributes = listAttributes.reply!.parse(list).result;
  const request = { query: '', typeId: type.id, limit: 1 };
  const found = searchObjects.reply!.parse(await read('/object/search', workspaceId, request));
  return {
    workspaceId,
    userId,
    types,
    type,
    objectId: present(found.result[0]).id,
    labelAttribute: present(attributes.find(({ isLabel }) => isLabel)),
    attributes: new Map(attributes.map((entry) => [entry.attributeTypeCode, entry])),
  };
}

function kindsOf({ attributes }: EnrichedType): number {
  return new Set(attributes.map(({ attributeTypeCode }) => attributeTypeCode)).size;
}

export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The service holds nothing to check it with.');
  return value;
}
