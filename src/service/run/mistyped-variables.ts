import { editDistance } from '../../query';

/** A variable of the environment whose name is nearly that of a setting. */
interface MistypedVariable {
  readonly name: string;
  /** The setting that is probably meant. */
  readonly meant: string;
  /** Whether only one character differs: nobody names another variable so by chance. */
  readonly isCertain: boolean;
}

/** In a shorter name, one character more or less makes another word. */
const minimumLength = 8;
const maximumEdits = 2;

/** Orchestrators add them for every service that they know, and Postgres' own programs read them. */
const otherPrograms = /_PORT|_SERVICE_|^PG/;

/**
 * Finds variables that nobody reads and that are one or two edits from a setting that isn't set: with a
 * mistyped `DATABASE_URL`, the service would come up with an empty database.
 * @returns them, an empty array where there are none
 */
export function findMistypedVariables(
  variables: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): MistypedVariable[] {
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== '';
  const missing = settings.filter((name) => name.length >= minimumLength && !isSet(name));
  const foreign = Object.keys(variables).filter(
    (name) => isSet(name) && !settings.includes(name) && !otherPrograms.test(name),
  );
  return foreign.flatMap((name) => {
    const [nearest] = missing
      .map((meant) => ({ meant, edits: countEdits(name, meant) }))
      .filter(({ edits }) => edits <= maximumEdits)
      .sort((one, other) => one.edits - other.edits);
    return nearest ? [{ name, meant: nearest.meant, isCertain: nearest.edits <= 1 }] : [];
  });
}

function countEdits(name: string, setting: string): number {
  const isNear = Math.abs(name.length - setting.length) <= maximumEdits;
  return isNear ? editDistance(name.toUpperCase(), setting) : Infinity;
}

/** Returns what to say of one, in a sentence or two. */
export function describeMistyped({ name, meant }: MistypedVariable): string {
  return `${name} isn’t a setting. Did you mean ${meant}?`;
}
