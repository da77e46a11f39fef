import type { PageFormats } from '../object-display/use-page-formats';
import { storedQueryTexts as texts } from './query-texts';
import type { Facts } from './admin-replies';
import { resultOf, type ShownQuery } from './shown-queries';

/** How many objects the result has; a dash where there is none. */
export function objectsText(shown: ShownQuery, { number }: PageFormats): string {
  const result = resultOf(shown);
  return result ? number(result.objectCount) : texts.none;
}

/** Whose rights in the service decided what the result is. */
export function computedBy(shown: ShownQuery): string {
  const result = resultOf(shown);
  if (result) return result.credential === 'token' ? texts.byToken : texts.byPerson;
  return shown.state.kind === 'run' ? texts.byPerson : texts.nobody;
}

/** How long ago the result was right, or somebody asked in vain; a dash where it was taken away. */
export function ageText(shown: ShownQuery, { now }: Facts, { distance }: PageFormats): string {
  const age = distance(Math.min(0, shown.since - now));
  if (!shown.stored) return texts.asked(age);
  return resultOf(shown) ? age : texts.none;
}
