import * as z from 'zod';
import type { Transport, TransportResponse } from '../../../../src/api/client';

const body = z.object({
  query: z.string(),
  typeId: z.string().optional(),
  offset: z.number().default(0),
  limit: z.number(),
});

const windowMs = 300_000;
const maximumPerWindow = 1000;

export const workspaceId = '11111111-0000-4000-8000-000000000001';
export const typeId = '11111111-0000-4000-8000-000000000002';
export const goodToken = 'good-token';

/** Returns the id of an object of the service. */
export function objectId(index: number): string {
  return `0b1ec700-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** As much of the service as a refresh asks for, with its limit of calls. */
export class MemoryService {
  /** What each query finds; `invalid` for one that it does not understand. */
  readonly found = new Map<string, readonly string[] | 'invalid'>();
  /** The labels of objects that are looked up by their ids. */
  readonly labels = new Map<string, string>();
  /** The types of those that aren't of `typeId`; a query may name one: `Type = "..."`. */
  readonly types = new Map<string, string>();
  /** The types that can be read, and whether every member reads them; undefined where a service doesn't say. */
  readonly readableTypes = new Map<string, boolean | undefined>([[typeId, true]]);
  /** The ids of the types of those. */
  readonly typeIds = new Map<string, string>();
  readonly calls: { readonly at: number; readonly query: string; readonly status: number }[] = [];
  /** Answers in place of the service; undefined lets it answer itself. */
  trouble: (query: string) => { status: number; retryAfter?: string } | undefined = () => undefined;
  /** As `trouble`, in one workspace alone. */
  troubleIn: (searched: string) => { status: number; retryAfter?: string } | undefined = () =>
    undefined;
  acceptsToken = true;
  /** How long it takes to answer. */
  callMs = 150;

  constructor(private readonly clock: { now: number }) {}

  transportFor = (token: string): Transport => {
    return async (path, request) => {
      await Promise.resolve();
      if (path === '/public/v1/user/me') return this.#person();
      if (path.startsWith('/public/v1/type?')) return this.#types();
      if (path.startsWith('/public/v1/type/')) return this.#type(path);
      if (path !== '/public/v1/object/search') throw new Error(`Not asked for here: ${path}`);
      const asked = body.parse(JSON.parse(request.body ?? ''));
      const { query } = asked;
      const isKnown = token === goodToken && this.acceptsToken;
      const searched = request.headers['wds-workspace-id'] ?? '';
      const trouble =
        this.trouble(query) ??
        this.troubleIn(searched) ??
        this.#limit() ??
        (isKnown ? undefined : { status: 401 });
      this.calls.push({ at: this.clock.now, query, status: trouble?.status ?? 200 });
      this.clock.now += this.callMs;
      return trouble
        ? reply(trouble.status, { message: 'No' }, trouble.retryAfter)
        : this.#page(asked);
    };
  };

  /** How many calls the worst 300 seconds hold. */
  worstWindow(): number {
    const times = this.calls.map(({ at }) => at);
    return times.reduce((worst, start, index) => {
      let end = index;
      while (end < times.length && (times[end] ?? 0) < start + windowMs) end += 1;
      return Math.max(worst, end - index);
    }, 0);
  }

  /** It answers this while it answers any query. */
  #person(): TransportResponse {
    const trouble = this.trouble('');
    const person = { id: objectId(0), name: 'Ada Admin', email: 'admin@example.com' };
    return trouble ? reply(trouble.status, { message: 'No' }) : reply(200, person);
  }

  #types(): TransportResponse {
    const trouble = this.trouble('types');
    if (trouble) return reply(trouble.status, { message: 'No' }, trouble.retryAfter);
    const result = [...this.readableTypes].map(([id, isReadByEveryMember]) => ({
      ...{ id, name: id, isReadByEveryMember },
    }));
    return reply(200, { total: result.length, pageSize: 200, isLast: true, result });
  }

  #type(path: string): TransportResponse {
    const trouble = this.trouble('types');
    if (trouble) return reply(trouble.status, { message: 'No' }, trouble.retryAfter);
    const id = path.slice('/public/v1/type/'.length);
    if (!this.readableTypes.has(id)) return reply(404, { message: 'No' });
    return reply(200, { id, name: id, isReadByEveryMember: this.readableTypes.get(id) });
  }

  #limit() {
    const recent = this.calls.filter(({ at }) => at > this.clock.now - windowMs).length;
    return recent < maximumPerWindow ? undefined : { status: 429, retryAfter: '60' };
  }

  #idsIn(query: string): string[] {
    const [, list = ''] = /\bId in \((.*)\)/.exec(query) ?? [];
    const [, type] = /^Type = "([^"]*)" and /.exec(query) ?? [];
    const isAsked = (id: string) => type === undefined || this.types.get(id) === type;
    return (list.match(/[\da-f-]{36}/g) ?? []).filter((id) => this.labels.has(id) && isAsked(id));
  }

  #page({ query, typeId: only, offset, limit }: z.infer<typeof body>): TransportResponse {
    const ids = this.found.get(query) ?? this.#idsIn(query);
    if (ids === 'invalid') return reply(400, { message: 'There is no attribute "Colour".' });
    const isOfType = (id: string) => only === undefined || only === (this.types.get(id) ?? typeId);
    const page = { offset, limit };
    return pageOf(ids.filter(isOfType), page, (id) => this.labels.get(id), this.typeIds);
  }
}

/** The page of objects with these ids, as the service answers a search. */
export function pageOf(
  ids: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  labelOf: (id: string) => string | undefined = () => undefined,
  typeIds: ReadonlyMap<string, string> = new Map(),
): TransportResponse {
  const result = ids.slice(offset, offset + limit).map((id) => ({
    ...{
      id,
      typeId: typeIds.get(id) ?? typeId,
      label: labelOf(id) ?? 'Laptop',
      url: 'https://wds.example.com',
    },
    ...{ attributes: [], createdAt: '2026-01-01T00:00:00.000Z' },
    updatedAt: '2026-01-01T00:00:00.000Z',
  }));
  const isLast = offset + limit >= ids.length;
  return reply(200, { total: ids.length, pageSize: limit, isLast, result });
}

export function reply(status: number, content: unknown, retryAfter?: string): TransportResponse {
  return {
    status,
    headers: {
      get: (name) => (name.toLowerCase() === 'retry-after' ? (retryAfter ?? null) : null),
    },
    text: () => Promise.resolve(JSON.stringify(content)),
  };
}
