import { printPlaceholder } from './placeholders';
import { shorten } from './syntax-error';
import type { ComparisonOperator, LevelPlaceholder, Location, PlaceholderOperand } from './tree';

/** Why a template can't be bound, in words for the person who fills or configures the field. */
export interface BindingError {
  readonly code: 'NOTHING_SELECTED' | 'NO_EMAIL' | 'UNKNOWN_LEVEL' | 'UNUSABLE_PLACEHOLDER';
  /** As written in the template; absent for the email placeholder. */
  readonly levelName?: string;
  readonly message: string;
  /** Of the placeholder in the template. */
  readonly location: Location;
}

/** Thrown inside the binder only; its callers get the `BindingError`. */
export class BindingProblem extends Error {
  readonly error: BindingError;

  constructor(code: BindingError['code'], placeholder: PlaceholderOperand, message: string) {
    super(message);
    const { location } = placeholder;
    this.error =
      placeholder.kind === 'levelPlaceholder'
        ? { code, levelName: placeholder.levelName, message, location }
        : { code, message, location };
  }
}

export function nothingSelected(placeholder: LevelPlaceholder): BindingProblem {
  const message = `Nothing is selected on the level "${shorten(placeholder.levelName)}". Select something there first.`;
  return new BindingProblem('NOTHING_SELECTED', placeholder, message);
}

export function noEmail(placeholder: PlaceholderOperand): BindingProblem {
  const message =
    'The query needs your email address, and Jira doesn’t share it with this app. Check who can see it under "Profile and visibility" of your Atlassian account.';
  return new BindingProblem('NO_EMAIL', placeholder, message);
}

/** @param knownNames undefined where the field has no levels at all */
export function unknownLevel(
  placeholder: LevelPlaceholder,
  knownNames: readonly string[] | undefined,
): BindingProblem {
  if (knownNames === undefined) {
    const message = `This field has no levels, so ${shown(placeholder)} can’t stand for anything. Remove it.`;
    return new BindingProblem('UNKNOWN_LEVEL', placeholder, message);
  }
  const known =
    knownNames.length > 0
      ? `The levels before this one: ${knownNames.map((name) => `"${shorten(name.trim())}"`).join(', ')}.`
      : 'There is no level before this one.';
  const message = `${shown(placeholder)} isn’t an earlier level. ${known}`;
  return new BindingProblem('UNKNOWN_LEVEL', placeholder, message);
}

export function severalSelected(
  placeholder: PlaceholderOperand,
  operator: ComparisonOperator,
): BindingProblem {
  return unusable(
    placeholder,
    `${shown(placeholder)} stands for several selected objects, and "${operator}" compares with one value only. Use =, !=, in or not in, or allow one selection on that level.`,
  );
}

export function emailOutsideUser(placeholder: PlaceholderOperand): BindingProblem {
  return unusable(
    placeholder,
    `${shown(placeholder)} can be used inside user(...) only. Write: user(${shown(placeholder)}).`,
  );
}

export function idOutsideObjectId(placeholder: LevelPlaceholder, call: string): BindingProblem {
  return unusable(
    placeholder,
    `${shown(placeholder)} stands for selected objects and can’t be used inside ${shorten(call)}(...). Write it alone, without a function, or use their labels: ${shown({ ...placeholder, part: 'label' })}.`,
  );
}

export function notOnlyArgument(placeholder: PlaceholderOperand, call: string): BindingProblem {
  return unusable(
    placeholder,
    `${shown(placeholder)} must be the only value inside ${shorten(call)}(...). Remove the other values.`,
  );
}

function unusable(placeholder: PlaceholderOperand, message: string): BindingProblem {
  return new BindingProblem('UNUSABLE_PLACEHOLDER', placeholder, message);
}

function shown(placeholder: PlaceholderOperand): string {
  return shorten(printPlaceholder(placeholder));
}
