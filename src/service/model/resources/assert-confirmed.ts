import type { Violation } from '../../../api/error-body';
import { problem, refuse } from './value-problem';

/**
 * Lets nobody delete more than they know of.
 * @param does what the deletion does to so many objects: `Deleting "Laptop" deletes its`
 * @throws Refusal 400: REQUIRED without a confirmation, CONFLICT if it names another number
 */
export function assertConfirmed(
  objectCount: number,
  confirmed: number | undefined,
  domain: Violation['domain'],
  does: string,
): void {
  if (objectCount === (confirmed ?? 0)) return;
  const objects = objectCount === 1 ? '1 object' : `${objectCount} objects`;
  const message = `${does} ${objects}. To do that, send ?confirm=${objectCount}.`;
  const violationType = confirmed === undefined ? 'REQUIRED' : 'CONFLICT';
  throw refuse([problem(violationType, 'confirm', domain, message, confirmed)]);
}
