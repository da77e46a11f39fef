import type { Violation } from '../../../api/error-body';
import { invalid } from './refusal';
import type { Refusal } from './refusal';
import { showValue, isStorable } from './storable-inputs';

/** Why a value is refused: for programs, and in a sentence. */
export interface Problem {
  readonly violation: Violation;
  readonly message: string;
}

/** @param input what was sent, in any form */
export function problem(
  violationType: Violation['violationType'],
  fieldIdentifier: string,
  domain: Violation['domain'],
  message: string,
  input: unknown = '',
): Problem {
  const invalidValue = showValue(input);
  return { violation: { fieldIdentifier, violationType, invalidValue, domain }, message };
}

const maximumMessages = 3;

/** @param problems at least one; the first few are told in the message */
export function refuse(problems: readonly Problem[]): Refusal {
  const messages = problems.slice(0, maximumMessages).map(({ message }) => message);
  return invalid(
    messages.join(' '),
    problems.map(({ violation }) => violation),
  );
}

/** As {@link refuse}, for one problem. */
export function refuseValue(...why: Parameters<typeof problem>): Refusal {
  return refuse([problem(...why)]);
}

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
  const message = `${field} contains a character that can’t be stored.`;
  throw refuseValue('INVALID', field, domain, message, value);
}

/** Every text in a value that has passed its schema, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}

/**
 * Lets nobody delete more than they know of.
 * @param deletedCount how many of the objects are deleted already, and could be restored until now
 * @param does what the deletion does to so many objects: `Deleting "Laptop" deletes its`
 * @throws Refusal 400: REQUIRED without a confirmation, CONFLICT if it names another number
 */
export function assertConfirmed(
  { objectCount, deletedCount = 0 }: { objectCount: number; deletedCount?: number },
  confirmed: number | undefined,
  domain: Violation['domain'],
  does: string,
): void {
  const count = objectCount + deletedCount;
  if (count === (confirmed ?? 0)) return;
  const counts = [
    ...(objectCount > 0 || deletedCount === 0 ? [countOf(objectCount, 'object')] : []),
    ...(deletedCount > 0
      ? [`${countOf(deletedCount, 'deleted object')} that can still be restored`]
      : []),
  ];
  const message = `${does} ${counts.join(' and ')}. To do that, send ?confirm=${count}.`;
  const violationType = confirmed === undefined ? 'REQUIRED' : 'CONFLICT';
  throw refuseValue(violationType, 'confirm', domain, message, confirmed);
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
