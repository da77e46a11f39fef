import type { Client } from '../../api/client';
import {
  bindTemplate,
  describeProblem,
  levelKey,
  parseTemplate,
  placeholdersOf,
  type Bindings,
  type Query,
  type LocatedProblem,
  type SelectedObject,
  leavesOf,
  operandsOf,
  quoteString,
  type Condition,
  type Operand,
} from '../../query';
import { matches, tryQuery, type QueryTrial } from '../query-editor/query-editor-handlers';
import { queryErrorOf } from '../query-editor/query-editor-contract';
import {
  type CascadeLevel,
  type CheckedSource,
  findLevelNameFault,
  levelNameTexts,
} from './configuration';
import type { LevelCheck } from './config-contract';
import { adminsOnly } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import type { PersonalAccess } from '../access/service-client';
import { searchObjects } from '../objects/find-objects';
import { objectKey } from '../objects/stored-value';
import type { LevelSelection } from './cascade-value';
import { findAllowed, getLevelQuery } from './cascade-field-handlers';
import * as functions from './config-contract';

export function cascadeConfigHandlers({ client, asPerson }: PersonalAccess): SecuredFunction[] {
  const admin = adminsOnly(['workspace-cascade']);
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(functions.checkCascade, admin, async (source) => ({
      levels: await checkCascade({ client, source, findEmailAddress }),
    })),
    secured(
      functions.previewLevel,
      admin,
      async ({ levels, levelId, text, selections, ...source }) => {
        const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
        const found = await searchObjects(client, { ...source, query }, text);
        return { ...found, query: withLabels(found.query, selections) };
      },
    ),
    secured(
      functions.previewAllowed,
      admin,
      async ({ workspaceId, levels, changedLevelId, selections }) => {
        const choice = { levels, selections, findEmailAddress };
        return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
      },
    ),
  ];
}

/** A bound query as a person reads it: the labels of what is selected in the place of its ids. */
function withLabels(query: string, selections: readonly LevelSelection[]): string {
  const selected = selections.flatMap(({ objects }) => objects);
  const labels = new Map(selected.map(({ objectId, label }) => [objectKey(objectId), label]));
  // The quotes inside a printed string are escaped, so this is found in none.
  return query.replaceAll(/objectId\("([^"\\]*)"\)/g, (call, objectId: string) => {
    const label = labels.get(objectKey(objectId));
    return label === undefined ? call : quoteString(label);
  });
}

interface CheckedCascade {
  readonly client: Client;
  readonly source: CheckedSource;
  readonly findEmailAddress: () => Promise<string | undefined>;
}

/**
 * Tries out the queries of all levels with the admin's own account, each bound to samples of what
 * it refers to, so that an unknown attribute is found before anyone uses the field. One result for
 * each level, in their order.
 */
async function checkCascade({
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
  source: CheckedSource,
  { level, index, email }: CheckedLevel,
): Promise<LevelCheck> {
  const { levels, attributes } = source;
  const nameFault = findLevelNameFault(
    level.name,
    levels.slice(0, index).map(({ name }) => name),
  );
  if (nameFault) return { kind: 'queryError', message: levelNameTexts[nameFault] };
  const parsed = parseTemplate(level.query);
  if (!parsed.ok) return queryErrorOf(parsed.error);
  const reference = findWrongReference(level, parsed.query, levels.slice(index));
  if (reference) return queryErrorOf(reference);

  const samples = {
    emailCurrentUser: email ?? sampleEmail,
    levels: samplesOf(levels.slice(0, index)),
  };
  const bound = bindTemplate(parsed.query, samples);
  if (!bound.ok) {
    return queryErrorOf(describeProblem(level.query, bound.error.message, bound.error.location));
  }
  const sampled = { written: level.query, template: parsed.query, query: bound.query, samples };
  const trial = await trySamples(client, source, sampled);
  if (trial.kind === 'refused') return trial.error;
  return isSampled(parsed.query, email)
    ? { kind: 'matches', first: [] }
    : matches(trial.page, attributes);
}

interface SampledQuery {
  readonly written: string;
  readonly template: Query;
  readonly query: Query;
  readonly samples: Bindings;
}

/** A fault of a sample label says nothing: the rest is tried without it. */
async function trySamples(
  client: Client,
  { workspaceId, attributes }: CheckedSource,
  { written, template, query, samples }: SampledQuery,
): Promise<QueryTrial> {
  const sent = { workspaceId, template: written, attributes, limit: sampledObjects };
  const trial = await tryQuery(client, { ...sent, query });
  if (trial.kind === 'found' || !isAtSampledLabel(template, trial.offset)) return trial;
  const rest = bindTemplate(withoutLabelComparisons(template), samples);
  return rest.ok ? tryQuery(client, { ...sent, query: rest.query }) : trial;
}

/** Enough to tell whether some look alike. */
const sampledObjects = 10;

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
  { query }: CascadeLevel,
  template: Query,
  [self, ...later]: readonly CascadeLevel[],
): LocatedProblem | undefined {
  for (const placeholder of placeholdersOf(template)) {
    if (placeholder.kind !== 'levelPlaceholder') continue;
    const name = placeholder.levelName.trim();
    const isNamed = (level: CascadeLevel | undefined) =>
      level !== undefined && levelKey(level.name) === levelKey(name);
    const message = isNamed(self)
      ? `"${name}" is this level itself. Refer to an earlier level.`
      : later.some(isNamed)
        ? `"${name}" comes after this level. Refer to an earlier level, or move "${name}" up.`
        : undefined;
    if (message !== undefined) return describeProblem(query, message, placeholder.location);
  }
  return undefined;
}

function placeholdersIn(query: string) {
  const parsed = parseTemplate(query);
  return parsed.ok ? placeholdersOf(parsed.query) : [];
}

/**
 * Whether the service's fault stands at a label that was only a sample: an option or a number that
 * a real label may well be. Such a fault says nothing about the query.
 */
function isAtSampledLabel(template: Query, offset: number | undefined): boolean {
  if (offset === undefined) return false;
  return leavesOf(template.condition)
    .flatMap(operandsOf)
    .some((operand) => isLabel(operand) && operand.location.start === offset);
}

/** The template with `path is empty` in the place of comparisons with labels. */
function withoutLabelComparisons(template: Query): Query {
  if (!template.condition) return template;
  return { ...template, condition: withoutLabels(template.condition) };
}

function withoutLabels(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, operands: condition.operands.map(withoutLabels) };
    case 'not':
      return { ...condition, operand: withoutLabels(condition.operand) };
    case 'comparison':
    case 'membership': {
      const { path, location } = condition;
      return operandsOf(condition).some(isLabel)
        ? { kind: 'emptiness', path, isNegated: false, location }
        : condition;
    }
    case 'emptiness':
      return condition;
  }
}

function isLabel(operand: Operand): boolean {
  return operand.kind === 'call'
    ? operand.arguments.some(isLabel)
    : operand.kind === 'levelPlaceholder' && operand.part === 'label';
}
