import { findOrder, leavesOf, parseTemplate } from '../../query';

/** Where the text of a query ends, and so what can follow there. */
export interface EndOfQuery {
  /** `unknown` where the text goes wrong before its end. */
  readonly expects:
    | 'condition'
    | 'operator'
    | 'value'
    | 'conjunction'
    | 'listedValue'
    | 'sortName'
    | 'unknown';
  /** What of an operator is written already, in lower case; empty where none is begun. */
  readonly begun: string;
  /** The names before the last dot: they lead to the objects whose attributes are named next. */
  readonly references: readonly string[];
  /** What is compared; undefined where a name is to follow. */
  readonly name: string | undefined;
  /** Inside parentheses. */
  readonly isOpen: boolean;
  /** Before an `order by`. */
  readonly isOrdered: boolean;
  /** Whether the last name of that `order by` has no direction yet. */
  readonly takesDirection: boolean;
}

/** Made up to be tried at the end of a text; every parser of the language takes them. */
const trials: readonly (readonly [EndOfQuery['expects'], trial: string, begun?: string])[] = [
  ['condition', ' x = 1'],
  ['operator', ' = 1'],
  ['value', ' 1'],
  ['conjunction', ' and x = 1'],
  ['listedValue', ', 1'],
  ['sortName', ' x'],
  ['operator', ' not empty', 'is'],
  ['operator', ' empty', 'is not'],
  ['operator', ' in (1)', 'not'],
];

const maximumOpenParentheses = 5;

/**
 * What can follow the conditions (pieces are added there, before any `order by`), found by trying what
 * the parser takes.
 */
export function endOfQuery(query: string): EndOfQuery {
  const place = endOfConditions(query);
  const text = query.slice(0, place);
  const isOrdered = place < query.length;
  const takesDirection = isOrdered && parseTemplate(`${query.slice(place)} desc`).ok;
  for (let open = 0; open <= maximumOpenParentheses; open += 1) {
    for (const [expects, trial, begun = ''] of trials) {
      const parsed = parseTemplate(text + trial + ')'.repeat(open));
      if (!parsed.ok) continue;
      const { condition, orderBy } = parsed.query;
      const names = (orderBy.at(-1) ?? leavesOf(condition).at(-1))?.path.names ?? [];
      const isTried = expects === 'condition' || expects === 'sortName';
      return {
        expects,
        begun,
        references: names.slice(0, -1).map((name) => name.text),
        name: isTried ? undefined : names.at(-1)?.text,
        isOpen: open > 0,
        isOrdered,
        takesDirection,
      };
    }
  }
  return {
    ...{ expects: 'unknown', begun: '', references: [], name: undefined },
    ...{ isOpen: false, isOrdered, takesDirection },
  };
}

/** Where a further condition goes: before a readable `order by`, or at the end. */
export function endOfConditions(text: string): number {
  const order = findOrder(text);
  return order !== undefined && parseTemplate(text.slice(order)).ok ? order : text.length;
}
