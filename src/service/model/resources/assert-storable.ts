import type { Violation } from '../../../api/error-body';
import { invalid } from '../../base/refusals/refusal';
import { showValue } from '../../base/refusals/show-value';
import { isStorable } from '../../base/refusals/storable-text';

/**
 * Refuses text that no database holds (U+0000, half a surrogate pair), wherever it stands in the
 * fields of a call.
 * @throws Refusal 400 INVALID
 */
export function assertStorable(
  fields: Readonly<Record<string, unknown>>,
  domain: Violation['domain'],
): void {
  const refused = Object.entries(fields).find(([, value]) => !textsOf(value).every(isStorable));
  if (refused === undefined) return;
  const [field, value] = refused;
  throw invalid(`${field} contains a character that can’t be stored.`, [
    {
      fieldIdentifier: field,
      violationType: 'INVALID',
      invalidValue: showValue(value),
      domain,
    },
  ]);
}

/** Every text in a value that has passed its schema, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}
