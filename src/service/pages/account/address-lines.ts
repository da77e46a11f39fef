import { maximumAddedUsers, newMember } from '../../../api/user';
import type { NewMember } from '../../../api/user';
import { problem, refuse } from '../../base/refusals/refused-values';
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
  if (lines.length === 0) throw refuseLines('Write at least one person.');
  if (lines.length > maximumAddedUsers) {
    throw refuseLines(`Add up to ${maximumAddedUsers} people at once: these are ${lines.length}.`);
  }
  return lines.map((line) => {
    const checked = checkInput(newMember, { ...readAddress(line.text), role });
    if (checked.success) return checked.data;
    throw refuseLines(`Line ${line.number}: ${describeSchemaError(checked.error)}`);
  });
}

function refuseLines(message: string) {
  return refuse([problem('INVALID', 'lines', 'WORKSPACE', message)]);
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
