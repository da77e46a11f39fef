import { bareAddress, isEmailAddress } from '../../../api/email-address';
import { isVisible, trimUnseen } from '../../../api/visible-text';
import { maximumAddedUsers, newMember } from '../../../api/user';
import type { NewMember } from '../../../api/user';
import { refuseValue } from '../../base/refusals/refused-values';
import { describeSchemaError, checkInput } from '../../base/refusals/schema-violations';
import { foldEmail } from '../../model/values/email-spellings';

interface Line {
  /** As it is counted in the field, from 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a field in which something is written. */
function linesOf(text: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: trimUnseen(line) }))
    .filter((line) => line.text !== '');
}

/**
 * The people of a pasted list, one or several on each line: `Ann Miller <ann@example.com>`, `ann@example.com, Ann Miller`
 * or `"Miller, Ann" <ann@example.com>; "Jones, Bob" <bob@example.com>`.
 * @throws Refusal 400 that names the first line that can't be read as a whole, and for nobody or too many people
 */
export function readNewMembers(text: string, role: string): NewMember[] {
  const people = linesOf(text).flatMap((line) =>
    readLine(line).map((address) => readNewMember(line.number, address, role)),
  );
  if (people.length === 0) throw refuseLines('Enter at least one person.');
  if (people.length > maximumAddedUsers) {
    throw refuseLines(`Add up to ${maximumAddedUsers} people at once: these are ${people.length}.`);
  }
  return people;
}

function readNewMember(number: number, { name, email }: Address, role: string): NewMember {
  const checked = checkInput(newMember, { email, name, role });
  if (checked.success) return checked.data;
  const isNameless = !isVisible(name) && isEmailAddress(bareAddress(email));
  throw refuseLines(
    isNameless
      ? `Line ${number}: enter a name for ${bareAddress(email)} too, such as Ann Miller <ann@example.com>.`
      : `Line ${number}: ${describeSchemaError(checked.error)}`,
  );
}

/** A line without any address is refused for that. */
function readLine({ number, text }: Line): Address[] {
  const addresses = text.includes('@') ? readAddresses(text) : [{ name: text, email: '' }];
  if (addresses !== undefined) return addresses;
  throw refuseLines(
    `Line ${number} can’t be read. Enter one person on each line, such as Ann Miller <ann@example.com>, or several with semicolons between them.`,
  );
}

function refuseLines(message: string, field = 'lines') {
  return refuseValue('INVALID', field, 'WORKSPACE', message);
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
}

/** Those who may be written into a field by mistake, and what is said of them then. */
interface Misplaced {
  readonly known: readonly Named[];
  /** What follows the name in a sentence. */
  readonly why: string;
}

/**
 * The ids of those that a list names, one or several on each line: people by their address, also with their name as in
 * `Ann Miller <ann@example.com>`, or by a name that nobody else has; groups by their name. A person's name with an
 * `@` names nobody: it could be the address of somebody else.
 * @param field the field that it is written in
 * @throws Refusal 400 that names the first line that fits nobody, or several
 */
export function readNamed(
  text: string,
  field: string,
  known: readonly Named[],
  misplaced: Misplaced,
): string[] {
  const find = indexNamed(known);
  const readOne = (number: number, piece: string): string => {
    const found = find(piece);
    const [one] = found;
    if (found.length === 1 && one !== undefined) return one.id;
    const why =
      found.length > 1 ? 'fits several: enter the email address' : whyUnknown(piece, misplaced);
    throw refuseLines(`Line ${number}: “${piece}” ${why}.`, field);
  };
  const ids = linesOf(text).flatMap((line) =>
    piecesOf(line.text, find).map((piece) => readOne(line.number, piece)),
  );
  return [...new Set(ids)];
}

/** The texts of a line that each name somebody: all of it where that does, or where it can't be split. */
function piecesOf(line: string, find: (text: string) => readonly unknown[]): string[] {
  if (find(line).length > 0) return [line];
  const parts = splitLine(line, ';');
  if (parts.length > 1) return parts.flatMap((part) => piecesOf(part, find));
  const pieces = splitLine(line, ',\t');
  return pieces.length > 1 ? pieces : [parts[0] ?? line];
}

function whyUnknown(text: string, { known, why }: Misplaced): string {
  return findNamed(text, known) === undefined ? 'isn’t known here' : why;
}

/** The only one whom a field of one line names, written as for {@link readNamed}. */
export function findNamed<One extends Named>(text: string, known: readonly One[]): One | undefined {
  const found = indexNamed(known)(text.trim());
  return found.length === 1 ? found[0] : undefined;
}

/** Finds whom a text names: none, one or several. */
function indexNamed<One extends Named>(known: readonly One[]): (text: string) => readonly One[] {
  const byText = new Map<string, One[]>();
  for (const one of known) {
    const { name, email } = one;
    const byName = email !== undefined && name.includes('@') ? [] : [name];
    for (const key of new Set([writeLine(one), email ?? name, ...byName].map(keyOf))) {
      byText.set(key, [...(byText.get(key) ?? []), one]);
    }
  }
  const find = (text: string) => byText.get(keyOf(text)) ?? [];
  return (text) => {
    const named = find(text);
    if (named.length > 0 || !text.endsWith('>') || splitLine(text, ';').length > 1) return named;
    const [address, ...others] = readAddresses(text) ?? [];
    if (address === undefined || others.length > 0 || namesOthers(address, find)) return [];
    return find(address.email);
  };
}

/** Whether the name beside an address is that of somebody else, who would be left out. */
function namesOthers({ name, email }: Address, find: (text: string) => readonly Named[]): boolean {
  const beside = [name, ...splitLine(name, ',')].flatMap(find);
  return beside.length > 0 && !beside.some((one) => find(email).includes(one));
}

/** What to say of a field of one line that {@link findNamed} finds nobody for. */
export function describeUnknown(typed: string): string {
  return typed.trim() === ''
    ? 'Enter an email address or a name.'
    : typed.includes('@')
      ? 'Nobody here has this name or address.'
      : 'Nobody here has this name, or several people do. Enter an email address.';
}

function keyOf(text: string): string {
  return foldEmail(oneLine(text));
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function writeLine({ name, email }: Named): string {
  return oneLine(email === undefined ? name : `${name} <${email}>`);
}

/** A list as {@link readNamed} reads it. */
export function writeNamed(ids: readonly string[], known: readonly Named[]): string {
  const named = new Map(known.map((one) => [one.id, one]));
  return ids
    .flatMap((id) => named.get(id) ?? [])
    .map(writeLine)
    .join('\n');
}

/** Somebody on a line of a pasted list. */
export interface Address {
  /** Empty where the line has none. */
  readonly name: string;
  /** As it is written; it needn't be an address. */
  readonly email: string;
}

/**
 * The people of one line of a pasted list, in its order. Between two of them stands a semicolon; where each address is in
 * `<…>`, a comma or a tab will do. Of one address, everything else on the line is the name.
 * @returns undefined where part of the line would be lost, or belongs to nobody
 */
export function readAddresses(line: string): Address[] | undefined {
  if (!isClosed(line)) return undefined;
  const parts = splitLine(line, ';');
  const perPart = parts.map((part) => readPart(splitLine(part, ',\t')));
  if (perPart.every((addresses) => addresses !== undefined)) return perPart.flat();
  return readColumns(parts);
}

/** The people of what stands between two semicolons. */
function readPart(pieces: readonly string[]): Address[] | undefined {
  return pieces.some((piece) => piece.endsWith('>')) ? readBracketed(pieces) : readColumns(pieces);
}

/** One person whose address stands in one of the pieces, and whose name is in the others: `Dee Fox;dee@example.com`. */
function readColumns(pieces: readonly string[]): Address[] | undefined {
  const [email, ...others] = pieces.filter((piece) => addressIn.test(piece));
  if (email === undefined || others.length > 0) return undefined;
  const isAlone = email.startsWith('<') || splitLine(email, ',\t').length === 1;
  if (!isAlone || (email.includes('<') && !email.startsWith('<'))) return undefined;
  const names = pieces.filter((piece) => piece !== email);
  return [{ name: names.map(withoutQuotes).join(', '), email }];
}

/** People whose addresses are in `<…>`: what stands before one is the name, commas included. */
function readBracketed(pieces: readonly string[]): Address[] | undefined {
  const addresses: Address[] = [];
  let names: string[] = [];
  for (const piece of pieces) {
    const { name, email } = bracketed.exec(piece)?.groups ?? {};
    if (name === undefined || email === undefined) {
      if (addressIn.test(piece)) return undefined;
      names.push(piece);
      continue;
    }
    const whole = [...names, name.trim()].filter((each) => each !== '').join(', ');
    if (addressIn.test(whole)) return undefined;
    addresses.push({ name: withoutQuotes(whole), email });
    names = [];
  }
  return names.length === 0 && addresses.length > 0 ? addresses : undefined;
}

const bracketed = /^(?<name>[^<>]*)<(?<email>[^<>]*)>$/;
/** An address without its brackets, or what is in brackets. */
const addressIn = /<[^<>]*>|[^\s"]@[^\s"]/;

/**
 * The pieces of a line between separators, without space around them; none that are empty. A separator in quotes,
 * in `<…>` or in round brackets is none.
 */
export function splitLine(line: string, separators: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const token of [...tokensOf(line), separators.charAt(0)]) {
    if (separators.includes(token)) {
      pieces.push(piece);
      piece = '';
    } else piece += token;
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** Single characters, and whole texts in quotes or brackets. */
function* tokensOf(line: string): Generator<string> {
  const neverClosed = new Set<string>();
  for (let start = 0; start < line.length;) {
    const opening = line[start] ?? '';
    const end = neverClosed.has(opening) ? undefined : findEndOfToken(line, start);
    if (end === undefined) neverClosed.add(opening);
    yield line.slice(start, end ?? start + 1);
    start = end ?? start + 1;
  }
}

const closings: Readonly<Record<string, string>> = { '"': '"', '<': '>', '(': ')' };

/** Undefined for what is opened and not closed. */
function findEndOfToken(line: string, start: number): number | undefined {
  const closing = closings[line[start] ?? ''];
  if (closing === undefined) return start + 1;
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === '\\' && closing === '"') at += 1;
    else if (line[at] === closing) return at + 1;
  }
  return undefined;
}

/** Whether each quote and each angle bracket of the text has its other half. */
function isClosed(text: string): boolean {
  return [...tokensOf(text)].every((token) => !['"', '<', '>'].includes(token));
}

/** Takes the quotes off a name that is in quotes as a whole. */
function withoutQuotes(text: string): string {
  const inner = /^"((?:\\.|[^"\\])*)"$/.exec(text)?.[1];
  return inner === undefined ? text : inner.replace(/\\(.)/g, '$1').trim();
}
