import { invalid, notModelled, type JiraError } from '../jira/jira-error';
import type { Issue } from '../jira/state';
import type { FieldCatalogue } from './field-catalogue';
import { printOperand, nameOf } from './tree';
import type { JqlClause, JqlComparison, JqlOperand, JqlOperator } from './tree';
import { decideProperty, findContradiction } from './field-properties';
import type { Refusals } from './refusals';
import { isBuiltIn, isUnmodelledFunction } from './search-field';
import type { Key, KeyContent, Literal, SearchContext, SearchField } from './search-field';
import { sentences } from './sentences';

export type IssueMatcher = (issue: Issue) => boolean;

const nothing: IssueMatcher = () => false;

/**
 * Turns clauses without `not` into functions over issues. What Jira would refuse is noted in
 * `refusals`, and then the functions are of no use.
 */
export class ClauseCompiler {
  constructor(
    private readonly catalogue: FieldCatalogue,
    private readonly context: SearchContext,
    private readonly refusals: Refusals,
  ) {}

  /** @throws {JiraError} 501 for what the sandbox does not model. */
  compile(clause: JqlClause): IssueMatcher {
    switch (clause.kind) {
      case 'and': {
        const { jqlAllowsContradictions } = this.context.model.switches;
        const contradicted = jqlAllowsContradictions
          ? undefined
          : findContradiction(clause.clauses);
        if (contradicted !== undefined) {
          this.refusals.add(sentences.contradiction(contradicted));
          return nothing;
        }
        const parts = clause.clauses.map((part) => this.compile(part));
        return (issue) => parts.every((matches) => matches(issue));
      }
      case 'or': {
        const parts = clause.clauses.map((part) => this.compile(part));
        return (issue) => parts.some((matches) => matches(issue));
      }
      case 'comparison':
        return this.refusals.attempt(() => this.#compileComparison(clause), nothing);
      case 'not':
        throw new Error('Negations are pushed down before a clause is compiled.');
    }
  }

  /** A name that several fields share searches all of them. */
  #compileComparison(comparison: JqlComparison): IssueMatcher {
    const fields = this.catalogue.find(comparison.field);
    if (fields.length === 0) throw invalid(sentences.unknownField(nameOf(comparison)));
    const matchers = fields.map((field) => {
      const matches = this.#compileFor(field, comparison);
      return (issue: Issue) => field.appliesTo(issue) && matches(issue);
    });
    return (issue) => matchers.some((matches) => matches(issue));
  }

  #compileFor(
    { operators, content, isProperty = false }: SearchField,
    comparison: JqlComparison,
  ): IssueMatcher {
    const { operator, operand } = comparison;
    const name = nameOf(comparison);
    if (!operators.includes(operator)) {
      const isForEmpty = operator === 'is' || operator === 'is not';
      throw invalid(
        isForEmpty ? sentences.noEmptySearch(name) : sentences.unsupportedOperator(operator, name),
      );
    }
    if ((operator === 'in' || operator === 'not in') && operand.kind !== 'list') {
      throw refusalOfSingle(operator, operand, name);
    }
    return content.kind === 'text'
      ? compileText(content.textOf, name, operator, operand)
      : this.#compileKeys({ content, isProperty }, name, operator, operand);
  }

  #compileKeys(
    { content, isProperty }: { content: KeyContent; isProperty: boolean },
    name: string,
    operator: JqlOperator,
    operand: JqlOperand,
  ): IssueMatcher {
    const values = flatten(operand);
    const takesEmpty = values.some(({ kind }) => kind === 'empty');
    const keys = new Set(values.flatMap((value) => this.#readKeys(content, name, operator, value)));
    const matches = matcherOfKeys(content, operator, keys, takesEmpty);
    if (!isProperty) return matches;
    const { switches } = this.context.model;
    const most = switches.jqlMostListValues ?? Infinity;
    if (operand.kind === 'list' && operand.values.length > most) {
      throw invalid(sentences.tooManyValues(name, most));
    }
    return (issue) =>
      decideProperty(switches, operator, content.keysOf(issue), keys) ?? matches(issue);
  }

  #readKeys(content: KeyContent, name: string, operator: JqlOperator, value: SingleOperand) {
    if (value.kind === 'empty') return [];
    const read = () => {
      const literal = value.kind === 'function' ? this.#callFunction(value) : value;
      return content.read(literal, name, operator);
    };
    return this.refusals.attempt(read, []);
  }

  /** Returns the value of Jira's own function. @throws {JiraError} 400 for any other */
  #callFunction(call: Extract<JqlOperand, { kind: 'function' }>): Literal {
    const { name: functionName, arguments: given } = call;
    if (!isBuiltIn(functionName)) throw refusalOfFunction(functionName, printOperand(call));
    if (given.length > 0) {
      throw invalid(sentences.wrongArgumentCount(functionName, 0, given.length));
    }
    return { kind: 'person', accountId: this.context.accountId, functionName };
  }
}

function refusalOfSingle(operator: JqlOperator, operand: JqlOperand, name: string): JiraError {
  const printed = printOperand(operand);
  const isUnknown = operand.kind === 'function' && !isBuiltIn(operand.name);
  return isUnknown
    ? refusalOfFunction(operand.name, printed)
    : invalid(sentences.nonListValue(operator, printed, name));
}

/** What Jira says of a function that it doesn't know; the sandbox itself refuses one that Jira knows. */
function refusalOfFunction(functionName: string, printed: string): JiraError {
  return isUnmodelledFunction(functionName)
    ? notModelled(`the JQL function '${functionName}'`)
    : invalid(sentences.unknownFunction(printed));
}

function compileText(
  textOf: (issue: Issue) => string,
  name: string,
  operator: JqlOperator,
  operand: JqlOperand,
): IssueMatcher {
  if (operator === 'is') return (issue) => textOf(issue) === '';
  if (operator === 'is not') return (issue) => textOf(issue) !== '';
  if (operand.kind !== 'value') throw notModelled(`'${name} ${operator}' with anything but text`);
  const matches = readTextQuery(operand.text, name);
  const expected = operator === '~';
  return (issue) => {
    const text = textOf(issue);
    return text !== '' && matches(wordsOf(text)) === expected;
  };
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

type SingleOperand = Exclude<JqlOperand, { kind: 'list' }>;

/** Lists within lists mean the same as one list. */
function flatten(operand: JqlOperand): readonly SingleOperand[] {
  return operand.kind === 'list' ? operand.values.flatMap(flatten) : [operand];
}

/** Says whether a text matches, given its words in order. */
type TextMatcher = (words: readonly string[]) => boolean;

/** Returns the words of a text as Jira's index keeps them, in lower case. Stems are not modelled. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phrase in quotes, or what stands between spaces. */
const pieces = /"((?:\\.|[^"\\])*)"|((?:\\.|[^\s"\\])+)/gs;

/**
 * Reads the text behind `~`: every word must be there, `"a phrase"` in one piece, `word*` and
 * `w?rd` as wildcards; a backslash takes a sign its meaning.
 * @throws {JiraError} 400 for what Jira can't read, 501 for the rest of its text search: boolean
 * operators, fuzzy search, boosting, ranges and groups.
 */
function readTextQuery(text: string, field: string): TextMatcher {
  if (text.trim() === '') throw invalid(sentences.emptyText(field));
  const wildcard = /^[*?]/.exec(text.trim())?.[0];
  if (wildcard !== undefined) throw invalid(sentences.leadingWildcard(text, field, wildcard));
  if (/^(AND|OR|NOT)$/.test(text.trim()) || text.replace(pieces, '').includes('"')) {
    throw invalid(sentences.unreadableText(text, field));
  }
  const matchers = [...text.matchAll(pieces)].map(([, phrase, word]) =>
    phrase === undefined ? matcherOfWord(word ?? '') : matcherOfPhrase(wordsOf(unescape(phrase))),
  );
  return (words) => matchers.every((matches) => matches(words));
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
