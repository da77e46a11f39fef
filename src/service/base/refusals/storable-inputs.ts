import * as z from 'zod';
import { id } from '../../../api/id';

/** Whether the database can hold the text: it has no U+0000 and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The text with what the database or a UTF-8 reply cannot hold replaced by U+FFFD. */
export function toStorable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** An id as the service stores it: in lower case, however it was written. */
export const storedId = id.check(z.toLowerCase());

/** The id of nothing; it comes before all others. */
export const noId = '00000000-0000-0000-0000-000000000000';

const maximumShownLength = 255;

/** An input as an error body repeats it: text as it is, anything else as JSON, cut; empty if there is none. */
export function showValue(input: unknown): string {
  if (input === undefined) return '';
  const text = typeof input === 'string' ? input : beginningOf(input, maximumShownLength);
  return toStorable(text.slice(0, maximumShownLength));
}

/**
 * The JSON of a value up to about this length, and no more of it is looked at: a value that holds the same
 * part many times, or itself, may have no end.
 */
function beginningOf(value: unknown, length: number): string {
  if (length <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const [key, member] of Object.entries(isList ? value.slice(0, length) : value)) {
    if (!isList && member === undefined) continue;
    if (text.length > 1) text += ',';
    if (!isList) text += `${beginningOf(key, length)}:`;
    text += beginningOf(member, length - text.length);
    if (text.length >= length) return text;
  }
  return text + (isList ? ']' : '}');
}
