import type { PlatformSwitches, PropertySpelling } from '../jira/platform-switches';
import type { FieldReference } from './tree';
import { nameOf, type JqlClause, type JqlOperator } from './tree';
import type { Key } from './search-field';

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
  accepted: readonly PropertySpelling[],
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
  accepted: readonly PropertySpelling[],
): string | undefined {
  if (idAlias !== undefined && accepted.includes('split-id')) return `"cf[${id ?? ''}]${idAlias}"`;
  if (alias !== undefined && accepted.includes('split-name')) {
    return `${quote}${name ?? ''}${alias}${quote}`;
  }
  return undefined;
}

/** The operators of an ordinary field that a property takes too. */
export function operatorsOfProperty(
  operators: readonly JqlOperator[],
  switches: PlatformSwitches,
): readonly JqlOperator[] {
  return operators.filter(
    (operator) =>
      !(operator === 'in' && switches.jqlPropertyIn === 'refused') &&
      !(operator === 'not in' && switches.jqlPropertyNotIn === 'refused'),
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
  switches: PlatformSwitches,
  operator: JqlOperator,
  found: readonly Key[],
  keys: ReadonlySet<Key>,
): boolean | undefined {
  if (operator === 'in' && switches.jqlPropertyIn === 'first')
    return found.slice(0, 1).some((key) => keys.has(key));
  if (operator === 'not in' && switches.jqlPropertyNotIn === 'someOther')
    return found.some((key) => !keys.has(key));
  if (!switches.jqlPropertiesCanBeEmpty && (operator === 'is' || operator === 'is not'))
    return operator === 'is not';
  return undefined;
}
