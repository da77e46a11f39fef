import type { Violation } from '../../../api/error-body';
import { invalid } from '../../base/refusals/refusal';
import type { Refusal } from '../../base/refusals/refusal';
import { showValue } from '../../base/refusals/show-value';

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
