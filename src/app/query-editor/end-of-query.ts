import { leavesOf, parseTemplate } from '../../query';

/** What can follow the text of a query, found by trying. */
export type EndOfQuery =
  | { readonly expects: 'condition' }
  /** `path`: the name that is compared, without the references that lead to it. */
  | { readonly expects: 'operator' | 'value'; readonly path: string }
  /** A condition is complete; `isOpen` inside parentheses. */
  | { readonly expects: 'conjunction'; readonly isOpen: boolean }
  | { readonly expects: 'listedValue' }
  /** After a dot: what the objects have that a reference leads to. */
  | { readonly expects: 'step' }
  | { readonly expects: 'sortName' }
  /** The text goes wrong before its end. */
  | { readonly expects: 'unknown' };

/** Made up to be tried at the end of a text; every parser of the language takes them. */
const trials = [
  ['condition', ' x = 1'],
  ['operator', ' = 1'],
  ['value', ' 1'],
  ['conjunction', ' and x = 1'],
  ['listedValue', ', 1'],
  ['sortName', ' x'],
] as const;

const mostOpenParentheses = 5;

export function endOfQuery(text: string): EndOfQuery {
  for (let open = 0; open <= mostOpenParentheses; open += 1) {
    for (const [expects, trial] of trials) {
      const parsed = parseTemplate(text + trial + ')'.repeat(open));
      if (!parsed.ok) continue;
      if (expects === 'conjunction') return { expects, isOpen: open > 0 };
      if (expects !== 'operator' && expects !== 'value') {
        return { expects: expects !== 'listedValue' && /\.\s*$/.test(text) ? 'step' : expects };
      }
      return {
        expects,
        path: leavesOf(parsed.query.condition).at(-1)?.path.names.at(-1)?.text ?? '',
      };
    }
  }
  return { expects: 'unknown' };
}

/** Where a further condition goes: before `order by`, or at the end. */
export function endOfConditions(text: string): number {
  const parsed = parseTemplate(text);
  const firstSort = parsed.ok ? parsed.query.orderBy[0] : undefined;
  if (!firstSort) return text.length;
  return text.slice(0, firstSort.location.start).search(/order\s+by\s*$/i);
}
