import { walkAST } from '@atlaskit/jql-ast';
import type {
  Argument,
  Field,
  FunctionString,
  Jast,
  ValueOperand,
  JQLSyntaxError,
} from '@atlaskit/jql-ast';
import { readLiteral } from './tree';

type Piece = Field | FunctionString | Argument | ValueOperand;

/** Where in the query something is wrong, and what Jira says of it. */
interface Fault {
  start: number;
  sentence: string;
}

const minimumNumber = -(2n ** 63n);
const maximumNumber = 2n ** 63n - 1n;

/**
 * Returns what Jira's own parser refuses of a query that Atlassian's published grammar takes: names
 * without a letter, numbers beyond 64 bits, and a reserved word that the grammar does not list.
 * `undefined` where there is nothing of the kind.
 */
export function describeStricterFault(text: string, jast: Jast): string | undefined {
  const faults: Fault[] = [];
  const check = (piece: Piece, findFault: (written: string) => Fault | undefined) => {
    const offset = piece.position?.[0] ?? 0;
    const fault = findReserved(piece.text) ?? findFault(piece.text);
    if (fault) faults.push({ ...fault, start: offset + fault.start });
  };
  walkAST(
    {
      enterField: (field) => check(field, findFieldFault),
      enterFunction: (name) => check(name, (written) => findEmptyName(written, 'function')),
      enterArgument: (argument) => check(argument, () => undefined),
      enterValueOperand: (value) => check(value, findNumberFault),
    },
    jast,
  );
  const [first] = faults.sort((one, other) => one.start - other.start);
  return first && `Error in the JQL Query: ${first.sentence} ${placeOf(text, first.start)}`;
}

function findReserved(written: string): Fault | undefined {
  return isUnlistedReserved(written) ? { start: 0, sentence: reservedWord(written) } : undefined;
}

function findFieldFault(written: string): Fault | undefined {
  const id = /^(?<before>cf\[)(?<id>\d+)\]/i.exec(written)?.groups;
  if (id?.before === undefined || id.id === undefined) return findEmptyName(written, 'field');
  const fault = findNumberFault(id.id);
  return fault && { ...fault, start: id.before.length };
}

function findEmptyName(written: string, what: 'field' | 'function'): Fault | undefined {
  const isEmpty = readLiteral(written).trim() === '';
  return isEmpty ? { start: 0, sentence: emptyName(what) } : undefined;
}

function findNumberFault(written: string): Fault | undefined {
  if (!/^-?\d+$/.test(written)) return undefined;
  const number = BigInt(written);
  const isInRange = number >= minimumNumber && number <= maximumNumber;
  return isInRange ? undefined : { start: 0, sentence: illegalNumber(written) };
}

/** Returns what the grammar says of a query that it cannot read, with the place. */
export function describeSyntaxFault(text: string, { message, start }: JQLSyntaxError): string {
  return `Error in the JQL Query: ${message} ${placeOf(text, start)}`;
}

/** Whether Jira reserves a word that the published grammar takes. */
function isUnlistedReserved(word: string): boolean {
  return word.toLowerCase() === 'all';
}

function reservedWord(word: string): string {
  return `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`;
}

function emptyName(what: 'field' | 'function'): string {
  return `A ${what} name cannot be empty.`;
}

function illegalNumber(number: string): string {
  return `'${number}' is not a valid number. Numbers must be between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807.`;
}

/** Jira counts lines from 1 and characters from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `(line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1})`;
}
