import { maximumAddedUsers, newMember } from '../../../api/user';
import type { NewMember } from '../../../api/user';
import { normalizeEmail } from '../../accounts/people';
import { refuseValue } from '../../base/refusals/refused-values';
import { describeSchemaError, checkInput } from '../../base/refusals/schema-violations';

interface Line {
  /** As it is counted in the field, from 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a field in which something is written. */
function linesOf(text: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/**
 * The people of a pasted list, one on each line: `Ann Miller <ann@example.com>` or `ann@example.com, Ann Miller`.
 * @throws Refusal 400 that names the first line that can't be read, and for none or too many lines
 */
export function readNewMembers(text: string, role: string): NewMember[] {
  const lines = linesOf(text);
  if (lines.length === 0) throw refuseLines('Enter at least one person.');
  if (lines.length > maximumAddedUsers) {
    throw refuseLines(`Add up to ${maximumAddedUsers} people at once: these are ${lines.length}.`);
  }
  return lines.map((line) => {
    const checked = checkInput(newMember, { ...readAddress(line.text), role });
    if (checked.success) return checked.data;
    throw refuseLines(`Line ${line.number}: ${describeSchemaError(checked.error)}`);
  });
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
 * The ids of those that a list names, one on each line: people by their address, also with their name as in
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
  return linesOf(text).map((line) => {
    const found = find(line.text);
    const [one] = found;
    if (found.length === 1 && one !== undefined) return one.id;
    const why =
      found.length > 1 ? 'fits several: enter the email address' : whyUnknown(line.text, misplaced);
    throw refuseLines(`Line ${line.number}: “${line.text}” ${why}.`, field);
  });
}

function whyUnknown(text: string, { known, why }: Misplaced): string {
  return findNamed(text, known) === undefined ? 'isn’t known here' : why;
}

/** The only one whom a field of one line names, written as for {@link readNamed}. */
export function findNamed<One extends Named>(text: string, known: readonly One[]): One | undefined {
  const found = indexNamed(known)(text.trim());
  return found.length === 1 ? found[0] : undefined;
}

/** Finds whom a line names: none, one or several. */
function indexNamed<One extends Named>(known: readonly One[]): (line: string) => readonly One[] {
  const byText = new Map<string, One[]>();
  for (const one of known) {
    const { name, email } = one;
    const byName = email !== undefined && name.includes('@') ? [] : [name];
    for (const key of new Set([writeLine(one), email ?? name, ...byName].map(keyOf))) {
      byText.set(key, [...(byText.get(key) ?? []), one]);
    }
  }
  return (line) => byText.get(keyOf(line)) ?? byText.get(keyOf(readAddress(line).email)) ?? [];
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
  return normalizeEmail(oneLine(text));
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

function readAddress(line: string): { readonly name: string; readonly email: string } {
  const { name, email } = /^(?<name>.*)<(?<email>[^<>]*)>[,;]?$/.exec(line)?.groups ?? {};
  if (name !== undefined && email !== undefined) return { name: withoutQuotes(name), email };
  const parts = line.split(/[,;\t]/).map((part) => part.trim());
  const address = parts.find((part) => part.includes('@')) ?? '';
  const others = parts.filter((part) => part !== address && part !== '');
  return { name: withoutQuotes(others.join(', ')), email: address };
}

function withoutQuotes(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}
