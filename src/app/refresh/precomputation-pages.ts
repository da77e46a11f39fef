import type { Precomputation, UnattendedJira } from '../platform/unattended-jira';
import type { RefreshRun } from './refresh-run';

type Listed = Pick<RefreshRun, 'listedTo' | 'listedTotal'>;

/** A page, with how far the precomputations are listed after it. */
interface ListedPage extends Listed {
  readonly values: readonly Precomputation[];
  /** Entries that can't be read. */
  readonly unreadable: number;
  readonly isLast: boolean;
}

const beginning: Listed = { listedTo: 0, listedTotal: 0 };

/** As many may be dropped while as many come, which the total does not tell. */
const overlap = 10;

/**
 * What Jira keeps of calls of the function, page after page. What it drops meanwhile moves the rest
 * up: the pages overlap by as many, and by some more.
 * @throws {JiraError}
 */
export async function* precomputationPages(
  jira: Pick<UnattendedJira, 'listPrecomputations'>,
  { listedTo, listedTotal }: Listed = beginning,
): AsyncGenerator<ListedPage, void> {
  for (let isLast = false; !isLast;) {
    const page = await jira.listPrecomputations(listedTo);
    const dropped = Math.max(0, listedTotal - page.total);
    listedTo = Math.max(0, listedTo + page.size - dropped - Math.min(overlap, page.size - 1));
    listedTotal = page.total;
    isLast = page.isLast || page.size === 0;
    const unreadable = page.size - page.values.length;
    yield { values: page.values, unreadable, listedTo, listedTotal, isLast };
  }
}
