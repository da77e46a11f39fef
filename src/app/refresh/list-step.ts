import { queryHash } from '../stored-queries/digests';
import { createFieldMeaning } from './field-meaning';
import { findCall, ListedQueries } from './listed-queries';
import { precomputationPages } from './precomputation-pages';
import type { RefreshRun } from './refresh-run';
import type { Slice, StepResult } from './step';
import { sizeOf, type ListedQuery } from './worklist';

/** Lists what Jira keeps, and from it the queries to look at: each once, on however many pages. */
export async function listStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  const { worklist } = slice;
  const listed = new ListedQueries(await worklist.read(run.worklist));
  const { isWhole, stoppedBy, ...listedNow } = await readPages(slice, run, listed);
  const setbacks = listedNow.listedTo > run.listedTo ? 0 : run.setbacks;
  const next = { ...run, ...listedNow, setbacks };
  if (!isWhole) {
    return {
      run: { ...next, worklist: await worklist.saveNext(run.worklist, listed.all()) },
      stoppedBy,
    };
  }
  const wanted = listed.all().filter((query) => isWanted(query, run.hashes));
  const saved = await worklist.saveNext(run.worklist, wanted);
  return { run: { ...next, total: sizeOf(saved), worklist: saved, phase: 'queries' } };
}

async function readPages(slice: Slice, run: RefreshRun, listed: ListedQueries) {
  const { jira, now, endsAt } = slice;
  const meaningOf = createFieldMeaning(slice);
  const ended = (end: { isWhole: boolean; stoppedBy?: unknown }) => ({
    ...{ listedTo, listedTotal, unlisted, ...end },
  });
  let { listedTo, listedTotal, unlisted } = run;
  try {
    for await (const page of precomputationPages(jira, run)) {
      for (const precomputation of page.values) {
        const call = findCall(precomputation);
        if (call && listed.isFull) unlisted += 1;
        else if (call) listed.add(precomputation, call, await meaningOf(call));
      }
      ({ listedTo, listedTotal } = page);
      unlisted += page.unreadable;
      if (!page.isLast && now() >= endsAt) return ended({ isWhole: false });
    }
    return ended({ isWhole: true });
  } catch (stoppedBy) {
    return ended({ isWhole: false, stoppedBy });
  }
}

function isWanted({ fieldId, query }: ListedQuery, hashes: RefreshRun['hashes']): boolean {
  if (!hashes) return true;
  return fieldId !== undefined && hashes.includes(queryHash(fieldId, query));
}
