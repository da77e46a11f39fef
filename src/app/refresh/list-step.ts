import { queryHash } from '../stored-queries/digests';
import { createFieldMeaning } from './field-meaning';
import { findCall, ListedQueries } from './listed-queries';
import { precomputationPages } from './precomputation-pages';
import type { RefreshRun } from './refresh-run';
import type { Slice, StepResult } from './step';
import { sizeOf, type ListedQuery } from './worklist';

/**
 * Lists what Jira keeps, and from it the queries to look at: each once, on however many pages. Where
 * they are more than the function has memory for, the rest comes after these were looked at.
 */
export async function listStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  const { worklist } = slice;
  const listed = new ListedQueries(await worklist.read(run.worklist));
  const { end, stoppedBy, ...listedNow } = await readPages(slice, run, listed);
  const setbacks = listedNow.listedTo > run.listedTo ? 0 : run.setbacks;
  const next = { ...run, ...listedNow, setbacks };
  if (end === 'stopped') {
    return {
      run: { ...next, worklist: await worklist.saveNext(run.worklist, listed.all()) },
      stoppedBy,
    };
  }
  const wanted = listed.all().filter((query) => isWanted(query, run.hashes));
  const saved = await worklist.saveNext(run.worklist, wanted);
  const total = run.total + sizeOf(saved);
  const isListedInPart = end === 'full';
  return { run: { ...next, isListedInPart, total, worklist: saved, phase: 'queries' } };
}

/** Goes on where the list ended, with an empty one. */
export function listOn(run: RefreshRun): RefreshRun {
  const { worklist, earlierLists } = run;
  return {
    ...run,
    phase: 'list',
    worklist: { generation: worklist.generation, sizes: [] },
    earlierLists: [...earlierLists, worklist],
  };
}

/** `full`: there is no room for more. */
type End = 'whole' | 'full' | 'stopped';

async function readPages(slice: Slice, run: RefreshRun, listed: ListedQueries) {
  const { jira, now, endsAt } = slice;
  const meaningOf = createFieldMeaning(slice);
  const ended = (end: End, stoppedBy?: unknown) => ({
    ...{ listedTo, listedTotal, unlisted, end, stoppedBy },
  });
  let { listedTo, listedTotal, unlisted } = run;
  try {
    for await (const page of precomputationPages(jira, run)) {
      for (const precomputation of page.values) {
        const call = findCall(precomputation);
        if (call) listed.add(precomputation, call, await meaningOf(call));
      }
      ({ listedTo, listedTotal } = page);
      unlisted += page.unreadable;
      if (!page.isLast && listed.isFull) return ended('full');
      if (!page.isLast && now() >= endsAt) return ended('stopped');
    }
    return ended('whole');
  } catch (stoppedBy) {
    return ended('stopped', stoppedBy);
  }
}

function isWanted({ fieldId, query }: ListedQuery, hashes: RefreshRun['hashes']): boolean {
  if (!hashes) return true;
  return fieldId !== undefined && hashes.includes(queryHash(fieldId, query));
}
