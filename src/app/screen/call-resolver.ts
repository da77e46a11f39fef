import { invoke } from '@forge/bridge';
import type * as z from 'zod/mini';
import { parseReply, type Reply, screenProblem } from '../replies/reply';
import type { ResolverFunction } from '../access/resolver-function';

/**
 * Calls a function of the resolver from a screen. Never rejects: a call that fails on its way, and
 * an answer of another shape, come back as a problem.
 */
export async function callResolver<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  { key, reply }: ResolverFunction<Payload, Value>,
  payload: z.input<Payload>,
): Promise<Reply<z.output<Value>>> {
  try {
    const answer: unknown = await invoke(key, payload);
    return parseReply(answer, reply) ?? screenProblem('UNEXPECTED');
  } catch {
    return screenProblem('APP_UNREACHABLE');
  }
}

/** At most so many rows as a reply holds; there are more where `nextCursor` is given. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string | undefined;
}

/** What was loaded so far, with the latest reply, which may be none with a page. */
interface Loaded<Row, Page> {
  /** Each hash once, as it came last: what is written while pages are read may come twice. */
  readonly rows: readonly Row[];
  readonly reply: Reply<Page>;
}

/**
 * Loads page after page, to the last one or the first that can't be loaded.
 * @param onPage told of each page that came; answers false where nobody listens any more
 */
export async function loadAllPages<
  Row extends { readonly hash: string },
  Page extends RowPage<Row>,
>(
  load: (cursor: string | undefined) => Promise<Reply<Page & RowPage<Row>>>,
  onPage: (loaded: Loaded<Row, Page>) => boolean = () => true,
): Promise<Loaded<Row, Page>> {
  const rows = new Map<string, Row>();
  let cursor: string | undefined;
  for (;;) {
    const reply = await load(cursor);
    if (reply.kind === 'ok') for (const row of reply.value.rows) rows.set(row.hash, row);
    cursor = reply.kind === 'ok' ? reply.value.nextCursor : undefined;
    const loaded = { rows: [...rows.values()], reply };
    if (!onPage(loaded) || cursor === undefined) return loaded;
  }
}
