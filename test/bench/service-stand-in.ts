import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { closeServer, listenLocally } from '../support/local-server';

/** A request that was answered. */
interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly token: string;
  readonly status: number;
}

export interface ServiceStandIn {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

const searchBody = z.object({
  query: z.string(),
  offset: z.number().default(0),
  limit: z.number(),
});
const id = '0b1ec700-0000-4000-8000-000000000000';
const windowMs = 300_000;
const dayMs = 24 * 3_600_000;
const callsPerToken = 1_000;

/**
 * A service without a database, for more calls than the real one answers in the time of a
 * measurement: it knows tokens, their limit, and searches. A query with the words `five pages` finds
 * 1,000 objects, another one object; with the word `daily` another one each day.
 */
export async function startServiceStandIn(now: () => number): Promise<ServiceStandIn> {
  const seen: Seen[] = [];
  const recent = new Map<string, number[]>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const token = request.headers.authorization ?? '';
      const isAdmitted = admit(recent, token, now());
      const status = isAdmitted ? 200 : 429;
      seen.push({ at: now(), token, status });
      const answer = isAdmitted
        ? answerTo(request.url ?? '', body, now())
        : { message: 'Too many' };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  const { url } = await listenLocally(server);
  return {
    url,
    seen,
    close: async () => {
      await closeServer(server);
    },
  };
}

/** How many calls the 300 seconds with the most of them hold; `calls` in the order of their times. */
export function worstWindow(calls: readonly Pick<Seen, 'at'>[]): number {
  let first = 0;
  return calls.reduce((worst, { at }, index) => {
    while ((calls[first]?.at ?? at) <= at - windowMs) first += 1;
    return Math.max(worst, index - first + 1);
  }, 0);
}

function admit(recent: Map<string, number[]>, token: string, now: number): boolean {
  const times = (recent.get(token) ?? []).filter((time) => time > now - windowMs);
  recent.set(token, times);
  return times.length < callsPerToken && times.push(now) > 0;
}

function answerTo(path: string, body: string, now: number): unknown {
  if (path.endsWith('/object/search')) return pageOf(searchBody.parse(JSON.parse(body)), now);
  if (path.endsWith('/user/me')) return { id, name: 'Ada', email: 'ada@example.com' };
  const token = { id, name: 'Jira', userId: id, lastFour: 'abcd', expiresAt: null };
  return { ...token, access: 'read', workspaceId: null, workspaces: [] };
}

function pageOf({ query, offset, limit }: z.infer<typeof searchBody>, now: number) {
  const found = query.includes('daily') ? `${query} ${Math.floor(now / dayMs)}` : query;
  const total = query.includes('five pages') ? 5 * 200 : 1;
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const count = Math.max(0, Math.min(limit, total - offset));
  const result = Array.from({ length: count }, (_, index) => ({
    id: idOf(found, offset + index),
    ...{ typeId: id, label: 'Laptop', url: 'https://wds.example.com', attributes: [], ...times },
  }));
  return { total, pageSize: limit, isLast: offset + count >= total, result };
}

function idOf(query: string, index: number): string {
  const hash = createHash('sha256').update(`${query} ${index}`).digest('hex');
  return `${hash.slice(0, 8)}-0000-4000-8000-${hash.slice(8, 20)}`;
}
