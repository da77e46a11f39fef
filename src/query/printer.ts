import { printPlaceholder } from './placeholders';
import { quoteString } from './quoting';
import { isBareWord } from './token';
import type { Condition, Name, Operand, Path, Query, Sort } from './tree';

/**
 * The text of a query or template, on one line, with parentheses only where they are needed. Read
 * back by the same reading it gives the same tree, apart from locations. Without condition and
 * order: the empty text.
 */
export function printQuery(query: Query): string {
  const condition = query.condition ? [printCondition(query.condition)] : [];
  const orderBy =
    query.orderBy.length > 0 ? [`order by ${query.orderBy.map(printSort).join(', ')}`] : [];
  return [...condition, ...orderBy].join(' ');
}

/** How a query names an attribute: bare if it is one word and isn't built in. */
export function printAttributeName(name: string): string {
  return isBuiltIn(name) ? quoteString(name) : printBare(name);
}

/** Unquoted these are facts of the object itself; quoted they are attributes. */
export const builtInNames = ['Label', 'Id', 'Type', 'Created', 'Updated'] as const;

/** Whether a name without quotes is one of these. */
export function isBuiltIn(name: string): boolean {
  return builtInNames.some((builtIn) => builtIn.toLowerCase() === name.toLowerCase());
}

function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'or':
      return condition.operands.map((operand) => printWithin(operand, ['or'])).join(' or ');
    case 'and':
      return condition.operands.map((operand) => printWithin(operand, ['or', 'and'])).join(' and ');
    case 'not':
      return `not ${printWithin(condition.operand, ['or', 'and', 'not'])}`;
    case 'comparison':
      return `${printPath(condition.path)} ${condition.operator} ${printOperand(condition.operand)}`;
    case 'membership': {
      const operands = condition.operands.map(printOperand).join(', ');
      return `${printPath(condition.path)} ${condition.isNegated ? 'not in' : 'in'} (${operands})`;
    }
    case 'emptiness':
      return `${printPath(condition.path)} is ${condition.isNegated ? 'not empty' : 'empty'}`;
  }
}

/** An operand, in parentheses if it is of one of the kinds that bind less than what holds it. */
function printWithin(operand: Condition, looserKinds: readonly Condition['kind'][]): string {
  const text = printCondition(operand);
  return looserKinds.includes(operand.kind) ? `(${text})` : text;
}

/** As it is written, each name in quotes where it has to be or was. */
export function printPath(path: Path): string {
  return path.names.map(printName).join('.');
}

function printName(name: Name): string {
  return name.isQuoted ? quoteString(name.text) : printBare(name.text);
}

/** Quoted all the same if it would not be read as one word. */
function printBare(text: string): string {
  return isBareWord(text) ? text : quoteString(text);
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'string':
      return quoteString(operand.value);
    case 'number':
      return operand.text;
    case 'word':
      return printBare(operand.text);
    case 'call':
      return `${operand.name}(${operand.arguments.map(printOperand).join(', ')})`;
    case 'levelPlaceholder':
    case 'emailPlaceholder':
      return printPlaceholder(operand);
  }
}

function printSort(sort: Sort): string {
  return printPath(sort.path) + (sort.direction === 'desc' ? ' desc' : '');
}
