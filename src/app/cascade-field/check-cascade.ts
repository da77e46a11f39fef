import type { Client } from '../../api/client';
import {
  bindTemplate,
  describeFault,
  levelKey,
  parseTemplate,
  placeholdersOf,
  type Query,
  type QuerySyntaxError,
  type SelectedObject,
} from '../../query';
import { matches, queryError, tryQuery } from '../query-editor/check-query';
import type { CascadeLevel, CascadeSource } from './configuration';
import { findLevelNameFault } from './level-name';
import { levelNameTexts } from './level-name-texts';
import type { LevelCheck } from './replies';
import { isAtSampledLabel, withoutLabelComparisons } from './sampled-labels';

interface CheckedCascade {
  readonly client: Client;
  readonly source: CascadeSource;
  readonly findEmailAddress: () => Promise<string | undefined>;
}

/**
 * Tries out the queries of all levels with the admin's own account, each bound to samples of what
 * it refers to, so that an unknown attribute is found before anyone uses the field. One result for
 * each level, in their order.
 */
export async function checkCascade({
  client,
  source,
  findEmailAddress,
}: CheckedCascade): Promise<LevelCheck[]> {
  const needsEmail = source.levels.some(({ query }) =>
    placeholdersIn(query).some(({ kind }) => kind === 'emailPlaceholder'),
  );
  const email = needsEmail ? await findEmailAddress() : undefined;
  return Promise.all(
    source.levels.map((level, index) => checkLevel(client, source, { level, index, email })),
  );
}

interface CheckedLevel {
  readonly level: CascadeLevel;
  readonly index: number;
  /** Of the admin; undefined where it is not needed or Jira does not tell it. */
  readonly email: string | undefined;
}

async function checkLevel(
  client: Client,
  { workspaceId, levels }: CascadeSource,
  { level, index, email }: CheckedLevel,
): Promise<LevelCheck> {
  const earlier = levels.slice(0, index);
  const nameFault = findLevelNameFault(
    level.name,
    earlier.map(({ name }) => name),
  );
  if (nameFault) return { kind: 'queryError', message: levelNameTexts[nameFault] };

  const parsed = parseTemplate(level.query);
  if (!parsed.ok) return queryError(parsed.error);
  const template = parsed.query;
  const reference = findWrongReference(level, template, levels.slice(index));
  if (reference) return queryError(reference);

  const bind = (query: Query) =>
    bindTemplate(query, { emailCurrentUser: email ?? sampleEmail, levels: samplesOf(earlier) });
  const bound = bind(template);
  if (!bound.ok) {
    return queryError(describeFault(level.query, bound.error.message, bound.error.location));
  }
  const tried = { workspaceId, template: level.query, query: bound.query };
  let trial = await tryQuery(client, tried);
  if (trial.kind === 'refused' && isAtSampledLabel(template, trial.offset)) {
    const checkable = bind(withoutLabelComparisons(template));
    if (checkable.ok) trial = await tryQuery(client, { ...tried, query: checkable.query });
  }
  if (trial.kind === 'refused') return trial.error;
  return isSampled(template, email) ? { kind: 'matches', firstLabels: [] } : matches(trial.page);
}

/** What a query is bound to that refers to more than there is: what it finds says nothing. */
const sampleEmail = 'someone@example.com';
const sampleObjects: readonly SelectedObject[] = [
  { objectId: '00000000-0000-4000-8000-000000000001', label: 'sample one' },
  { objectId: '00000000-0000-4000-8000-000000000002', label: 'sample two' },
];

function samplesOf(earlier: readonly CascadeLevel[]): Map<string, readonly SelectedObject[]> {
  return new Map(
    earlier.map(({ name, isMultiple }) => [name, sampleObjects.slice(0, isMultiple ? 2 : 1)]),
  );
}

function isSampled(template: Query, email: string | undefined): boolean {
  return placeholdersOf(template).some(
    ({ kind }) => kind === 'levelPlaceholder' || email === undefined,
  );
}

/** A reference to the level itself, or to a later one: the binder knows earlier levels only. */
function findWrongReference(
  level: CascadeLevel,
  template: Query,
  [self, ...later]: readonly CascadeLevel[],
): QuerySyntaxError | undefined {
  for (const placeholder of placeholdersOf(template)) {
    if (placeholder.kind !== 'levelPlaceholder') continue;
    const refersTo = (other: CascadeLevel | undefined) =>
      other !== undefined && levelKey(other.name) === levelKey(placeholder.levelName);
    const name = placeholder.levelName.trim();
    if (refersTo(self)) {
      const message = `"${name}" is this level itself. Refer to an earlier level.`;
      return describeFault(level.query, message, placeholder.location);
    }
    if (later.some(refersTo)) {
      const message = `"${name}" comes after this level. Refer to an earlier level, or move "${name}" up.`;
      return describeFault(level.query, message, placeholder.location);
    }
  }
  return undefined;
}

function placeholdersIn(query: string) {
  const parsed = parseTemplate(query);
  return parsed.ok ? placeholdersOf(parsed.query) : [];
}
