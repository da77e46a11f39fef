/** What the grammar takes at the cursor. */
export type Expected =
  | 'field'
  | 'operator'
  | 'value'
  | 'list'
  | 'listValue'
  | 'empty'
  | 'joiner'
  | 'by'
  | 'sortField'
  | 'direction'
  | 'nothing';

export interface QueryCursor {
  expected: Expected;
  /** What is written of it so far, without quotes. */
  typed: string;
  /** The part of the query that a completion replaces. */
  start: number;
  end: number;
  /** The field on the left of a value or operator, as it is written. */
  field?: string;
  operator?: string;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

const tokens = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[(),]|!=|!~|<=|>=|[=~<>!]|[^\s"'(),=!~<>]+/g;
const sign = /^(?:[(),]|!=|!~|<=|>=|[=~<>])$/;

/** Reads a query up to the cursor. Broken queries give a guess, never an error. */
export function readCursor(query: string, cursor: number): QueryCursor {
  const before = [...query.slice(0, cursor).matchAll(tokens)].map(({ 0: text, index }): Token => ({
    text,
    start: index,
    end: index + text.length,
  }));
  const last = before.at(-1);
  const isTyping = last !== undefined && last.end === cursor && !sign.test(last.text);
  const complete = isTyping ? before.slice(0, -1) : before;
  const state = complete.reduce<State>(follow, { expected: 'field', phrase: [] });
  const [phraseStart] = state.phrase;
  const written = isTyping ? [...state.phrase, last] : state.phrase;
  return {
    // Jira knows nothing of what a function's arguments mean.
    expected: state.isInArguments ? 'nothing' : state.expected,
    typed: written.map(({ text }) => withoutQuotes(text)).join(' '),
    start: phraseStart?.start ?? (isTyping ? last.start : cursor),
    end: cursor,
    ...(state.field !== undefined && { field: state.field }),
    ...(state.operator !== undefined && { operator: state.operator }),
  };
}

function withoutQuotes(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}

interface State {
  expected: Expected;
  field?: string;
  operator?: string;
  /** Words of something that takes several: `not` of `not in`. */
  phrase: readonly Token[];
  /** True while the arguments of a function are being written. */
  isInArguments?: boolean;
  isInList?: boolean;
}

/** Moves on by one whole token. */
function follow(state: State, token: Token): State {
  const word = token.text.toLowerCase();
  if (state.isInArguments) {
    return word === ')' ? { ...state, isInArguments: false, expected: afterValue(state) } : state;
  }
  switch (state.expected) {
    case 'field':
      if (word === '(' || word === 'not' || word === '!') return state;
      if (word === 'order') return { expected: 'by', phrase: [token] };
      return { expected: 'operator', field: token.text, phrase: [] };
    case 'operator':
      return followOperator(state, token, word);
    case 'list':
      return word === '('
        ? { ...state, expected: 'listValue', isInList: true }
        : { ...state, expected: 'joiner', phrase: [] };
    case 'value':
      return { ...state, expected: 'joiner', phrase: [] };
    case 'empty':
      return word === 'not' ? { ...state, phrase: [token] } : { expected: 'joiner', phrase: [] };
    case 'listValue':
      return word === ',' ? state : { ...state, expected: 'nothing' };
    case 'nothing':
      return followListItem(state, word);
    case 'joiner':
      return followClause(state, token, word);
    case 'by':
      return { expected: 'sortField', phrase: [] };
    case 'sortField':
      return word === ',' ? state : { expected: 'direction', phrase: [] };
    case 'direction':
      return word === ',' ? { expected: 'sortField', phrase: [] } : state;
  }
}

function afterValue({ isInList }: State): Expected {
  return isInList ? 'nothing' : 'joiner';
}

function followOperator(state: State, token: Token, word: string): State {
  if (word === 'not') return { ...state, phrase: [token] };
  const operator = [...state.phrase.map(({ text }) => text.toLowerCase()), word].join(' ');
  const next = { ...state, operator, phrase: [] };
  if (word === 'in') return { ...next, expected: 'list' };
  return { ...next, expected: word === 'is' ? 'empty' : 'value' };
}

/** Behind a value of a list. */
function followListItem(state: State, word: string): State {
  if (word === '(') return { ...state, isInArguments: true };
  if (word === ',') return { ...state, expected: 'listValue' };
  return word === ')' ? { expected: 'joiner', phrase: [] } : state;
}

/** Behind a comparison. */
function followClause(state: State, token: Token, word: string): State {
  if (word === '(') return { ...state, isInArguments: true, isInList: false };
  if (word === 'and' || word === 'or') return { expected: 'field', phrase: [] };
  if (word === 'order') return { expected: 'by', phrase: [token] };
  return state;
}
