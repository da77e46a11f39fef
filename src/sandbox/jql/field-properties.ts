import * as z from 'zod';
import type { FieldReference } from './tree';
import { nameOf, type JqlClause, type JqlOperator } from './tree';
import type { Key } from './search-field';

/**
 * The ways to write the property `Alias` of an app's field `Name`, whose id is n. Which of them
 * Jira accepts is documented nowhere.
 */
export const propertySpelling = z.enum([
  /** `"Name.Alias"` */
  'quoted-name',
  /** `Name.Alias` */
  'bare-name',
  /** `"cf[n].Alias"` */
  'quoted-id',
  /** `"Name"[Alias]` */
  'bracketed-name',
  /** `cf[n][Alias]` */
  'bracketed-id',
  /** `"Name".Alias`, as Atlassian's pages print it; Atlassian's published grammar refuses it. */
  'split-name',
  /** `cf[n].Alias`, which the published grammar refuses as well. */
  'split-id',
]);
export type PropertySpelling = z.infer<typeof propertySpelling>;

/** Those that Atlassian's published grammar takes. */
export const grammaticalSpellings: readonly PropertySpelling[] = [
  'quoted-name',
  'bare-name',
  'quoted-id',
  'bracketed-name',
  'bracketed-id',
];

/** Returns how a property is written; `byId` says that its field is named as `cf[n]`. */
export function spellingOf(field: FieldReference, byId: boolean): PropertySpelling {
  const owner = byId ? 'id' : 'name';
  if (field.bracketed !== undefined) return `bracketed-${owner}`;
  if (field.isSplit) return `split-${owner}`;
  return field.isQuoted || byId ? `quoted-${owner}` : 'bare-name';
}

interface JoinedProperties {
  text: string;
  /** Where the joined names begin. */
  starts: ReadonlySet<number>;
}

const quotedOrSplit =
  /(?<quote>["'])(?<name>(?:\\.|(?!\k<quote>).)*)\k<quote>(?<alias>\.\w+)?|\bcf\[(?<id>\d+)\](?<idAlias>\.\w+)/gs;

/** Puts split properties into one pair of quotes, so that the published grammar takes them. */
export function joinSplitProperties(
  text: string,
  accepted: ReadonlySet<PropertySpelling>,
): JoinedProperties {
  const starts = new Set<number>();
  let growth = 0;
  const joined = text.replace(quotedOrSplit, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const offset = rest.at(-3) as number;
    const replacement = joinOne(groups, accepted);
    if (replacement === undefined) return found;
    starts.add(offset + growth);
    growth += replacement.length - found.length;
    return replacement;
  });
  return { text: joined, starts };
}

function joinOne(
  { quote = '"', name, alias, id, idAlias }: Readonly<Record<string, string | undefined>>,
  accepted: ReadonlySet<PropertySpelling>,
): string | undefined {
  if (idAlias !== undefined && accepted.has('split-id')) return `"cf[${id ?? ''}]${idAlias}"`;
  if (alias !== undefined && accepted.has('split-name')) {
    return `${quote}${name ?? ''}${alias}${quote}`;
  }
  return undefined;
}

/** What JQL does with apps' fields and their properties, which is documented nowhere. */
export interface PropertyBehavior {
  /** Spellings that are accepted, and find nothing. */
  readonly idleSpellings: ReadonlySet<PropertySpelling>;
  readonly maximumListValues: number;
  /** Whether `is EMPTY` says the truth; else every property counts as filled. */
  readonly canBeEmpty: boolean;
  /** Whether a query may ask that a field is empty and isn't. */
  readonly allowsContradictions: boolean;
  readonly in: 'any' | 'first' | 'refused';
  readonly notIn: 'none' | 'someOther' | 'refused';
}

export const expectedProperties: PropertyBehavior = {
  idleSpellings: new Set(),
  maximumListValues: Infinity,
  canBeEmpty: true,
  allowsContradictions: true,
  in: 'any',
  notIn: 'none',
};

/** The operators of an ordinary field that a property takes too. */
export function operatorsOfProperty(
  operators: readonly JqlOperator[],
  behavior: PropertyBehavior,
): readonly JqlOperator[] {
  return operators.filter(
    (operator) =>
      !(operator === 'in' && behavior.in === 'refused') &&
      !(operator === 'not in' && behavior.notIn === 'refused'),
  );
}

/** The name of a field that these clauses together want empty and not; undefined where there is none. */
export function findContradiction(clauses: readonly JqlClause[]): string | undefined {
  const namesOf = (wanted: JqlOperator) =>
    clauses.flatMap((clause) =>
      clause.kind === 'comparison' && clause.operator === wanted ? [nameOf(clause)] : [],
    );
  const filled = namesOf('is not');
  return namesOf('is').find((name) => filled.includes(name));
}

/** Whether a property with these values matches; undefined if it behaves like every other field. */
export function decideProperty(
  behavior: PropertyBehavior,
  operator: JqlOperator,
  found: readonly Key[],
  keys: ReadonlySet<Key>,
): boolean | undefined {
  if (operator === 'in' && behavior.in === 'first')
    return found.slice(0, 1).some((key) => keys.has(key));
  if (operator === 'not in' && behavior.notIn === 'someOther')
    return found.some((key) => !keys.has(key));
  if (!behavior.canBeEmpty && (operator === 'is' || operator === 'is not'))
    return operator === 'is not';
  return undefined;
}
