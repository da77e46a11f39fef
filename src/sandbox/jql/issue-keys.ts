import type { Issue } from '../jira/state';
import { unfit } from './field-contents';
import type { Key, KeyContent, SearchContext } from './search-field';
import { invalidIssueKey, unknownIssue } from './sentences';
import { visibleIssues } from './visible-projects';

const issueKey = /^\p{L}[\p{L}\p{N}_]*-\d+$/u;
const issueId = /^-?\d+$/;

/**
 * The issue itself, by key or id. A list leaves out what is not there or may not be seen; a single
 * one that is not there is refused, but for a negative id, which functions use to match nothing.
 */
export function issueKeyContent(context: SearchContext): KeyContent {
  const findKey = keyFinder(context);
  return {
    kind: 'keys',
    keysOf: ({ key }) => [key],
    compare: compareKeys,
    read: (literal, field, operator) => {
      if (literal.kind !== 'value') return unfit(literal, field);
      const text = literal.text.trim();
      if (!issueId.test(text) && !issueKey.test(text)) {
        return { ok: false, error: invalidIssueKey(literal.text, field) };
      }
      const key = findKey(text);
      if (key !== undefined) return { ok: true, keys: [key] };
      const isLenient = operator === 'in' || operator === 'not in' || text.startsWith('-');
      return isLenient ? { ok: true, keys: [] } : { ok: false, error: unknownIssue };
    },
  };
}

/** Sorts by project, then by number. */
export function issueSortKey({ key }: Issue): string {
  const [project, number] = partsOf(key);
  return `${project}-${String(number).padStart(12, '0')}`;
}

/** Keys have an order only within a project. */
function compareKeys(first: Key, second: Key): number | undefined {
  const [project, number] = partsOf(String(first));
  const [otherProject, otherNumber] = partsOf(String(second));
  return project === otherProject ? number - otherNumber : undefined;
}

function partsOf(key: string): readonly [project: string, number: number] {
  const dash = key.lastIndexOf('-');
  return [key.slice(0, dash), Number(key.slice(dash + 1))];
}

/** Returns a look-up that reads the issues once, however many keys a query names. */
function keyFinder(context: SearchContext): (text: string) => string | undefined {
  let keys: Map<string, string> | undefined;
  return (text) => {
    keys ??= collect();
    return keys.get(text.toUpperCase());
  };

  function collect(): Map<string, string> {
    const found = new Map<string, string>();
    for (const { id, key } of visibleIssues(context)) found.set(id, key).set(key, key);
    return found;
  }
}
