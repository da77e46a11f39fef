import { toStorable } from './searchable-text';

const maximumShownLength = 255;

/** An input as an error body repeats it: text as it is, anything else as JSON; cut. */
export function showValue(input: unknown): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? '');
  return toStorable(text.slice(0, maximumShownLength));
}
