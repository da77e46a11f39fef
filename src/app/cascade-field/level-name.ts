import { levelKey } from '../../query';
import { maximumLevelNameLength } from './level-limits';

/** Why a level cannot have a name. */
export type LevelNameFault =
  | 'EMPTY'
  | 'TOO_LONG'
  /** `{{@...}}` mentions a person in the service's texts. */
  | 'BEGINS_WITH_AT'
  /** A brace, an angle bracket, or a character that is not seen. */
  | 'UNUSABLE_CHARACTER'
  /** `{{City.label}}` means the label of what is selected on the level "City". */
  | 'ENDS_WITH_LABEL'
  /** Another level has it, ignoring case and surrounding space. */
  | 'REPEATED';

/** Returns undefined where a query can refer to the level by this name, and to no other. */
export function findLevelNameFault(
  name: string,
  otherNames: readonly string[],
): LevelNameFault | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return 'EMPTY';
  if (trimmed.length > maximumLevelNameLength) return 'TOO_LONG';
  if (trimmed.startsWith('@')) return 'BEGINS_WITH_AT';
  if (unusable.test(trimmed)) return 'UNUSABLE_CHARACTER';
  if (/\.label$/i.test(trimmed)) return 'ENDS_WITH_LABEL';
  const key = levelKey(trimmed);
  return otherNames.some((other) => levelKey(other) === key) ? 'REPEATED' : undefined;
}

const unusable = /[{}<>\p{Cc}\p{Zl}\p{Zp}]/u;
