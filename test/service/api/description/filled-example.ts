import { bodyOf, operations, parametersOf, type DescribedOperation } from './arbitrary-request';

/** Ids of what is there, by the names that paths and fields have for them: `type` for `typeId`. */
export type OwnIds = Readonly<Record<string, string>>;

export const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A filter may be left out: it finds nothing where the id is from elsewhere. */
export function isFilledIn({ name, in: place, required }: ReturnType<typeof parametersOf>[number]) {
  return place === 'query' && (required || name === 'fromStateId');
}

/** The path, the query and the example of the body of an operation, with ids of what is there. */
export function fillExample(
  described: DescribedOperation,
  inPath: OwnIds,
  inRest: OwnIds,
): { readonly path: string; readonly body: unknown } {
  const [, , , resource = ''] = described.path.split('/');
  const path = described.path
    .replace('{id}', inPath[resource] ?? '')
    .replace('{pageId}', inPath['page'] ?? '')
    .replace('{key}', inPath['content'] ?? '');
  const query = parametersOf(described)
    .filter(isFilledIn)
    .map(({ name }) => `${name}=${idFor(name, inRest)}`);
  const example = bodyOf(described)?.examples?.example.value;
  return {
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    body: example && withIds(example, inRest),
  };
}

/** What `typeId`, `userIds` or `columns` stands for. */
function idFor(field: string, ids: OwnIds): string {
  const kind = field === 'columns' ? 'attribute' : field.replace(/Ids?$/, '');
  return ids[kind] ?? ids['type'] ?? '';
}

function withIds(value: unknown, ids: OwnIds, field = ''): unknown {
  if (typeof value === 'string') return uuid.test(value) ? idFor(field, ids) : value;
  if (Array.isArray(value)) return value.map((entry) => withIds(entry, ids, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withIds(member, ids, key)]),
  );
}

const methodsInOrder = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Every operation: what creates before what changes and what takes away, and of that what stands in something else first. */
export const operationsInOrder = operations.toSorted((one, other) => {
  const [first = 0, second = 0] = [one, other].map(({ method }) => methodsInOrder.indexOf(method));
  if (first !== second) return first - second;
  return one.method === 'DELETE' ? other.path.length - one.path.length : 0;
});
