import { notModelled } from '../jira/jira-error';
import type { Issue } from '../jira/state';
import type { FieldCatalogue } from './field-catalogue';
import { printOperand, nameOf } from './tree';
import type { JqlClause, JqlComparison, JqlOperand, JqlOperator } from './tree';
import { decideProperty, findContradiction } from './field-properties';
import { isBuiltIn, isUnmodelledFunction } from './search-field';
import type { Key, KeyContent, Literal, SearchContext, SearchField } from './search-field';
import { sentences } from './sentences';

export type IssueMatcher = (issue: Issue) => boolean;

const nothing: IssueMatcher = () => false;

/**
 * Turns clauses without `not` into functions over issues. What Jira would refuse is collected in
 * `errors`, and then the functions are of no use.
 */
export class ClauseCompiler {
  readonly errors: string[] = [];

  constructor(
    private readonly catalogue: FieldCatalogue,
    private readonly context: SearchContext,
  ) {}

  /** @throws {JiraError} 501 for what the sandbox does not model. */
  compile(clause: JqlClause): IssueMatcher {
    switch (clause.kind) {
      case 'and': {
        const { jqlAllowsContradictions } = this.context.model.switches;
        const contradicted = jqlAllowsContradictions
          ? undefined
          : findContradiction(clause.clauses);
        if (contradicted !== undefined) return this.#refuse(sentences.contradiction(contradicted));
        const parts = clause.clauses.map((part) => this.compile(part));
        return (issue) => parts.every((matches) => matches(issue));
      }
      case 'or': {
        const parts = clause.clauses.map((part) => this.compile(part));
        return (issue) => parts.some((matches) => matches(issue));
      }
      case 'comparison':
        return this.#compileComparison(clause);
      case 'not':
        throw new Error('Negations are pushed down before a clause is compiled.');
    }
  }

  /** A name that several fields share searches all of them. */
  #compileComparison(comparison: JqlComparison): IssueMatcher {
    const name = nameOf(comparison);
    const fields = this.catalogue.find(comparison.field);
    if (fields.length === 0) return this.#refuse(sentences.unknownField(name));
    const matchers = fields.map((field) => {
      const matches = this.#compileFor(field, name, comparison);
      return (issue: Issue) => field.appliesTo(issue) && matches(issue);
    });
    return (issue) => matchers.some((matches) => matches(issue));
  }

  #compileFor(
    { operators, content, isProperty = false }: SearchField,
    name: string,
    { operator, operand }: JqlComparison,
  ): IssueMatcher {
    if (!operators.includes(operator)) {
      const isForEmpty = operator === 'is' || operator === 'is not';
      return this.#refuse(
        isForEmpty ? sentences.noEmptySearch(name) : sentences.unsupportedOperator(operator, name),
      );
    }
    if ((operator === 'in' || operator === 'not in') && operand.kind !== 'list') {
      return this.#refuse(this.#refusalOfSingle(operator, operand, name));
    }
    return content.kind === 'text'
      ? this.#compileText(content.textOf, name, operator, operand)
      : this.#compileKeys({ content, isProperty }, name, operator, operand);
  }

  #refusalOfSingle(operator: JqlOperator, operand: JqlOperand, name: string): string {
    const printed = printOperand(operand);
    const isUnknown = operand.kind === 'function' && !isBuiltIn(operand.name);
    if (!isUnknown) return sentences.nonListValue(operator, printed, name);
    return refusalOfFunction(operand.name, printed);
  }

  #compileText(
    textOf: (issue: Issue) => string,
    name: string,
    operator: JqlOperator,
    operand: JqlOperand,
  ): IssueMatcher {
    if (operator === 'is') return (issue) => textOf(issue) === '';
    if (operator === 'is not') return (issue) => textOf(issue) !== '';
    if (operand.kind !== 'value') throw notModelled(`'${name} ${operator}' with anything but text`);
    const query = readTextQuery(operand.text, name);
    if (!query.ok) return this.#refuse(query.error);
    const expected = operator === '~';
    return (issue) => {
      const text = textOf(issue);
      return text !== '' && query.matches(wordsOf(text)) === expected;
    };
  }

  #compileKeys(
    { content, isProperty }: { content: KeyContent; isProperty: boolean },
    name: string,
    operator: JqlOperator,
    operand: JqlOperand,
  ): IssueMatcher {
    const { keys, takesEmpty } = this.#readOperand(content, name, operator, operand);
    const matches = matcherOfKeys(content, operator, keys, takesEmpty);
    if (!isProperty) return matches;
    const { switches } = this.context.model;
    const most = switches.jqlMostListValues ?? Infinity;
    if (operand.kind === 'list' && operand.values.length > most) {
      return this.#refuse(sentences.tooManyValues(name, most));
    }
    return (issue) =>
      decideProperty(switches, operator, content.keysOf(issue), keys) ?? matches(issue);
  }

  #readOperand(content: KeyContent, name: string, operator: JqlOperator, operand: JqlOperand) {
    const keys = new Set<Key>();
    let takesEmpty = false;
    for (const value of flatten(operand)) {
      if (value.kind === 'empty') {
        takesEmpty = true;
        continue;
      }
      const literal = value.kind === 'function' ? this.#callFunction(value) : value;
      const reading = literal && content.read(literal, name, operator);
      if (reading?.ok) for (const key of reading.keys) keys.add(key);
      else if (reading) this.#refuse(reading.error);
    }
    return { keys, takesEmpty };
  }

  /** Returns the value of Jira's own function, `undefined` after a refusal. */
  #callFunction(call: Extract<JqlOperand, { kind: 'function' }>): Literal | undefined {
    const { name: functionName, arguments: given } = call;
    const { accountId } = this.context;
    if (!isBuiltIn(functionName)) {
      this.#refuse(refusalOfFunction(functionName, printOperand(call)));
      return undefined;
    }
    if (given.length > 0) {
      this.#refuse(sentences.wrongArgumentCount(functionName, 0, given.length));
      return undefined;
    }
    return { kind: 'person', accountId, functionName };
  }

  #refuse(error: string): IssueMatcher {
    if (!this.errors.includes(error)) this.errors.push(error);
    return nothing;
  }
}

/**
 * What Jira says of a function that it doesn't know.
 * @throws {JiraError} 501 for one that Jira knows.
 */
function refusalOfFunction(functionName: string, printed: string): string {
  if (isUnmodelledFunction(functionName)) throw notModelled(`the JQL function '${functionName}'`);
  return sentences.unknownFunction(printed);
}

function matcherOfKeys(
  content: KeyContent,
  operator: JqlOperator,
  keys: ReadonlySet<Key>,
  takesEmpty: boolean,
): IssueMatcher {
  const isPositive = operator === '=' || operator === 'in' || operator === 'is';
  const { keysOf } = content;
  if (isPositive) {
    return (issue) => {
      const found = keysOf(issue);
      return found.length === 0 ? takesEmpty : found.some((key) => keys.has(key));
    };
  }
  return (issue) => {
    const found = keysOf(issue);
    return found.length > 0 && !found.some((key) => keys.has(key));
  };
}

/** Lists within lists mean the same as one list. */
function flatten(operand: JqlOperand): readonly Exclude<JqlOperand, { kind: 'list' }>[] {
  return operand.kind === 'list' ? operand.values.flatMap(flatten) : [operand];
}

/** Says whether a text matches, given its words in order. */
type TextMatcher = (words: readonly string[]) => boolean;
type TextQuery = { ok: true; matches: TextMatcher } | { ok: false; error: string };

/** Returns the words of a text as Jira's index keeps them, in lower case. Stems are not modelled. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phrase in quotes, or what stands between spaces. */
const pieces = /"((?:\\.|[^"\\])*)"|((?:\\.|[^\s"\\])+)/gs;

/**
 * Reads the text behind `~`: every word must be there, `"a phrase"` in one piece, `word*` and
 * `w?rd` as wildcards; a backslash takes a sign its meaning.
 * @throws {JiraError} 501 for the rest of Jira's text search: boolean operators, fuzzy search,
 * boosting, ranges and groups.
 */
function readTextQuery(text: string, field: string): TextQuery {
  if (text.trim() === '') return { ok: false, error: sentences.emptyText(field) };
  const wildcard = /^[*?]/.exec(text.trim())?.[0];
  if (wildcard !== undefined)
    return { ok: false, error: sentences.leadingWildcard(text, field, wildcard) };
  if (/^(AND|OR|NOT)$/.test(text.trim()) || withoutPieces(text).includes('"')) {
    return { ok: false, error: sentences.unreadableText(text, field) };
  }
  const matchers = [...text.matchAll(pieces)].map(([, phrase, word]) =>
    phrase === undefined ? matcherOfWord(word ?? '') : matcherOfPhrase(wordsOf(unescape(phrase))),
  );
  return { ok: true, matches: (words) => matchers.every((matches) => matches(words)) };
}

function withoutPieces(text: string): string {
  return text.replace(pieces, '');
}

function matcherOfWord(word: string): TextMatcher {
  refuseOperators(word);
  const literal = word.replace(/\\[*?]/g, ' ');
  if (!/[*?]/.test(literal)) return matcherOfPhrase(wordsOf(unescape(word)));
  if ((literal.match(/\*/g)?.length ?? 0) > 4) {
    throw notModelled(`more than four '*' in one word: '${word}'`);
  }
  const pattern = unescape(literal)
    .toLowerCase()
    .replace(/[\\^$.|+()[\]{}/*?]/g, patternOf);
  const expression = new RegExp(`^${pattern}$`, 'u');
  return (words) => words.some((candidate) => expression.test(candidate));
}

function patternOf(character: string): string {
  if (character === '*') return '.*';
  return character === '?' ? '.' : `\\${character}`;
}

/** A sign within a word splits it; its parts have to stand side by side. */
function matcherOfPhrase(phrase: readonly string[]): TextMatcher {
  const [first, ...others] = phrase;
  if (first === undefined) return () => false;
  return (words) =>
    words.some(
      (word, index) =>
        word === first && others.every((other, place) => words[index + 1 + place] === other),
    );
}

function refuseOperators(word: string): void {
  const plain = word.replace(/\\./g, '');
  const isOperator =
    /^(AND|OR|NOT)$/.test(word) || /^[-+!]/.test(plain) || /[~^(){}[\]]|&&|\|\|/.test(plain);
  if (isOperator) throw notModelled(`'${word}' in a text search`);
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}
