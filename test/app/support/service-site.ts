import {
  parseQuery,
  partMatch,
  textMatch,
  type Comparison,
  type Condition,
  type Location,
  type Membership,
  type Operand,
  type Path,
} from '../../../src/query';
import type { PlatformCall } from './forge-runtime';

export interface ServiceObject {
  readonly id: string;
  readonly label: string;
  /** As another service may send it, too: no text, or no emoji. */
  readonly symbol?: unknown;
  readonly typeId?: string;
  readonly url?: string;
  /** Of the attribute "Status". */
  readonly values?: { valueId: string; value: string; details?: Record<string, unknown> }[];
  /** The ids of the objects that a reference names, by the attribute's name. */
  readonly references?: Readonly<Record<string, readonly string[]>>;
}

/** What the stand-in of the service holds, beside its objects. */
export interface ServiceFacts {
  readonly typeId: string;
  readonly statusId: string;
}

/** Pages by the id of their site; a site that is not there is not open to the caller. */
export type ServiceSites = ReadonlyMap<string, readonly string[]>;

/** Answers as the service would, of sites and their pages alone; undefined for everything else. */
export function answerOfSites(call: PlatformCall, sites: ServiceSites): Response | undefined {
  const [path = ''] = call.path.split('?', 1);
  const found = /^\/public\/v1\/site(?:\/([^/]+)(?:\/page(?:\/([^/]+)(\/embed-token)?)?)?)?$/.exec(
    path,
  );
  if (!found) return undefined;
  const [, siteId, pageId, isToken] = found;
  const named = (id: string) => ({ id, name: `Named ${id.slice(-3)}`, isOpen: true, userIds: [] });
  if (siteId === undefined) return pageOf([...sites.keys()].map(named));
  const pages = sites.get(siteId);
  if (!pages) return serviceError(404, 'Not found');
  if (!path.includes('/page')) return Response.json(named(siteId));
  if (pageId === undefined) return pageOf(pages.map(named));
  if (!pages.includes(pageId)) return serviceError(404, 'Not found');
  return Response.json(
    isToken === undefined
      ? { ...named(pageId), siteId, url: 'https://wds.example.com', blocks: [] }
      : {
          token: 'the-token',
          expiresAt: '2026-01-01T00:00:00.000Z',
          url: 'https://wds.example.com/embed',
        },
  );
}

/** Answers as the service would, as far as the app asks: its lists and the queries it writes. */
export function answerAsService(
  call: Pick<PlatformCall, 'path' | 'body'>,
  objects: readonly ServiceObject[],
  facts: ServiceFacts,
): Response {
  const { typeId, statusId } = facts;
  const [path = ''] = call.path.split('?', 1);
  const status = { id: statusId, name: 'Status', attributeTypeCode: 'OPTION', isLabel: false };
  switch (path) {
    case '/public/v1/object/search':
      return search(call.body as SearchBody, objects, facts);
    case '/public/v1/workspace':
      return pageOf([{ id: typeId, name: 'IT' }]);
    case '/public/v1/type/enriched':
      return pageOf([{ id: typeId, name: 'Laptop', attributes: [status] }]);
    case `/public/v1/attribute/${statusId}`:
      return Response.json({
        ...status,
        typeId,
        configuration: { options: [{ id: statusId, name: 'In use' }] },
      });
    case '/public/v1/token/current':
      return Response.json({
        ...{ id: typeId, name: 'Jira searches', userId: typeId, lastFour: 'wxyz' },
        ...{ access: 'read', workspaceId: null, expiresAt: null },
        workspaces: [{ id: typeId, name: 'IT', isBlocked: false }],
      });
    case '/public/v1/user/me':
      return Response.json({ id: typeId, name: 'Ada', email: 'ada@example.com' });
    default:
      return new Response(null, { status: 404 });
  }
}

export function serviceError(status: number, message: string, position?: unknown): Response {
  const body = { timestamp: '2026-01-01T00:00:00.000Z', message, path: '/', position };
  return Response.json(body, { status });
}

interface SearchBody {
  readonly query: string;
  readonly limit?: number;
}

function search(
  { query, limit = 50 }: SearchBody,
  objects: readonly ServiceObject[],
  facts: ServiceFacts,
): Response {
  const parsed = parseQuery(query);
  if (!parsed.ok) return serviceError(400, parsed.error.message);
  const names = new Set(objects.flatMap(({ references }) => Object.keys(references ?? {})));
  try {
    if (objects.length > 0) assertKnown(parsed.query.condition, names);
    const matching = objects.filter((object) => holds(parsed.query.condition, object, names));
    const result = matching.slice(0, limit).map((object) => serviceObject(object, facts));
    return pageOf(result, matching.length, limit);
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    const { start: offset } = error.location;
    return serviceError(400, error.message, { offset, line: 1, column: offset + 1 });
  }
}

export function pageOf(
  result: readonly unknown[],
  total = result.length,
  pageSize = 200,
): Response {
  return Response.json({ total, pageSize, isLast: result.length === total, result });
}

/** Returns an object as the service answers it. */
export function serviceObject(
  { id, label, symbol, url, typeId, values }: ServiceObject,
  facts: ServiceFacts,
) {
  return {
    id,
    label,
    symbol,
    typeId: typeId ?? facts.typeId,
    url: url ?? `https://wds.example.com/object/${id}`,
    attributes: values ? [{ attributeId: facts.statusId, values }] : [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** A query is read to its end, also where its beginning settles that nothing matches. */
function assertKnown(condition: Condition | undefined, names: ReadonlySet<string>): void {
  if (!condition) return;
  if ('operands' in condition && condition.kind !== 'membership') {
    for (const operand of condition.operands) assertKnown(operand, names);
  } else if (condition.kind === 'not') assertKnown(condition.operand, names);
  else valuesOf(condition.path, { id: '', label: '' }, names);
}

function holds(
  condition: Condition | undefined,
  object: ServiceObject,
  names: ReadonlySet<string>,
): boolean {
  if (!condition) return true;
  switch (condition.kind) {
    case 'and':
      return condition.operands.every((operand) => holds(operand, object, names));
    case 'or':
      return condition.operands.some((operand) => holds(operand, object, names));
    case 'not':
      return !holds(condition.operand, object, names);
    case 'membership':
      return isMember(condition, object, names) !== condition.isNegated;
    case 'comparison':
      return compares(condition, object, names);
    case 'emptiness':
      return (valuesOf(condition.path, object, names).length === 0) !== condition.isNegated;
  }
}

function isMember(
  { path, operands }: Membership,
  object: ServiceObject,
  names: ReadonlySet<string>,
) {
  const values = valuesOf(path, object, names);
  return operands.some((operand) => values.includes(textOf(operand)));
}

function compares(
  { path, operator, operand }: Comparison,
  object: ServiceObject,
  names: ReadonlySet<string>,
) {
  const values = valuesOf(path, object, names);
  const text = textOf(operand);
  if (operator === '=' || operator === '==') return values.includes(text);
  if (operator === '!=') return !values.includes(text);
  if (operator === '~') return values.some(textMatch(text));
  if (operator === '*=') return values.some(partMatch(text));
  throw new Error(`The stand-in does not know ${operator}`);
}

function valuesOf(
  { names: [name], location }: Path,
  object: ServiceObject,
  known: ReadonlySet<string>,
): readonly string[] {
  if (name?.text === 'Label') return [object.label];
  if (name?.text === 'Id') return [object.id];
  if (!known.has(name?.text ?? '')) throw new UnknownName(name?.text ?? '', location);
  return object.references?.[name?.text ?? ''] ?? [];
}

function textOf(operand: Operand): string {
  switch (operand.kind) {
    case 'string':
      return operand.value;
    case 'call':
      return operand.arguments.map(textOf).join();
    case 'number':
    case 'word':
      return operand.text;
    case 'levelPlaceholder':
    case 'emailPlaceholder':
      throw new Error('The app sends no placeholder');
  }
}

class UnknownName extends Error {
  constructor(
    name: string,
    readonly location: Location,
  ) {
    super(`Unknown attribute "${name}".`);
  }
}
