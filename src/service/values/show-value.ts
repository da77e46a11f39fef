import { toStorable } from './searchable-text';

const maximumShownLength = 255;

/** An input as an error body repeats it: text as it is, anything else as JSON, cut; empty if there is none. */
export function showValue(input: unknown): string {
  if (input === undefined) return '';
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return toStorable(text.slice(0, maximumShownLength));
}
