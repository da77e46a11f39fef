import { listOwnFields } from '../platform/app-jira';
import { queryHash } from '../stored-queries/digests';
import { findCall, getMeaning, precomputationPages } from './precomputations';
import type { RefreshRun } from './run';
import type { Slice, RefreshStep } from './slice';
import { ListedQueries, type ListedQuery } from './listed-queries';

/**
 * Lists what Jira keeps, and from it the queries to look at: each once, on however many pages. Of
 * more than the function has memory for the first ones are looked at.
 */
export async function listStep(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  const { worklist } = slice;
  const listed = new ListedQueries(await worklist.read(run.worklist));
  const { isEnd, stoppedBy, ...read } = await readPages(slice, run, listed);
  const setbacks = read.listedTo === run.listedTo ? run.setbacks : 0;
  const all = listed.all();
  const wanted = isEnd ? all.filter((query) => isWanted(query, run.hashes)) : all;
  const saved = await worklist.saveNext(run.worklist, wanted);
  const next = { ...run, ...read, setbacks, worklist: saved };
  if (!isEnd) return { run: next, stoppedBy };
  const total = saved.sizes.reduce((sum, size) => sum + size, 0);
  return { run: { ...next, total, phase: 'queries' } };
}

async function readPages(slice: Slice, run: RefreshRun, listed: ListedQueries) {
  const { jira, fields, now, endsAt } = slice;
  let { listedTo, listedTotal, unlisted, unlistedIds, isCutOff, knownFieldIds } = run;
  const ended = (isEnd: boolean, stoppedBy?: unknown) => ({
    ...{ listedTo, listedTotal, unlisted, unlistedIds, isCutOff, knownFieldIds },
    ...{ isEnd, stoppedBy },
  });
  try {
    knownFieldIds = addIds(knownFieldIds, listOwnFields(await fields.listFields()));
    for await (const page of precomputationPages(jira, run)) {
      for (const precomputation of page.values) {
        const call = findCall(precomputation);
        if (call) listed.add(precomputation, call, await getMeaning(slice, call, knownFieldIds));
      }
      ({ listedTo, listedTotal } = page);
      const known = new Set(unlistedIds);
      const added = [...new Set(page.unreadableIds)].filter((id) => !known.has(id));
      unlisted += added.length;
      unlistedIds = [...unlistedIds, ...added].slice(-maximumUnlistedIds);
      isCutOff = !page.isLast && listed.isFull;
      if (isCutOff) break;
      if (!page.isLast && now() >= endsAt) return ended(false);
    }
    return ended(true);
  } catch (stoppedBy) {
    return ended(false, stoppedBy);
  }
}

/** Far more than pages overlap by. */
const maximumUnlistedIds = 1_000;

/** No site has more fields of this app; the ones that were seen first are dropped first. */
const maximumFieldIds = 200;

function addIds(known: readonly string[], seen: readonly { readonly id: string }[]): string[] {
  const ids = seen.map(({ id }) => id);
  return [...known.filter((id) => !ids.includes(id)), ...ids].slice(-maximumFieldIds);
}

function isWanted({ fieldId, query }: ListedQuery, hashes: RefreshRun['hashes']): boolean {
  if (!hashes) return true;
  return fieldId !== undefined && hashes.includes(queryHash(fieldId, query));
}
