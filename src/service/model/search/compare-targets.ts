import { printAttributeName, printPath } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { chooseMembers } from './compare-choices';
import { assertOperator, readOperands } from './comparing';
import type { CompareContext, Comparing } from './comparing';
import { idOf } from './operands';
import type { OperandMeaning, TextMeaning } from './operands';
import type { ValueLeaf } from './resolve-path';
import { anyOf } from './statement';
import { matchBeginnings, matchExactly, matchFolded } from './word-match';

/** A reference is compared with `objectId()` or the label of what it points to. */
export function compareReferences(
  leaf: ValueLeaf,
  comparing: Comparing,
  context: CompareContext,
  row: string,
): string {
  assertOperator(comparing, ['=', '==', '~'], 'references');
  const expected = 'objectId("...") or the label of an object';
  const meanings = readOperands(
    comparing,
    context,
    expected,
    (meaning) => (meaning.kind === 'object' || meaning.kind === 'text' ? meaning : undefined),
    ({ kind }) => (kind === 'user' || kind === 'userEmail' ? adviseOnPerson(leaf, comparing) : ''),
  );
  const { parameters } = context;
  const conditions = [];
  const ids = definedIds(meanings);
  if (ids.length > 0) {
    conditions.push(`${row}.reference_id = any (${parameters.bind(ids, 'uuid[]')})`);
  }
  const labels = textsOf(meanings);
  if (labels.length > 0) {
    const target = `${row}t`;
    const typeIds = parameters.bind(typeIdsOf(leaf.targetTypes), 'uuid[]');
    conditions.push(`exists (select from object as ${target}
      where ${target}.workspace_id = ${context.workspace}
        and ${target}.id = ${row}.reference_id and ${target}.type_id = any (${typeIds})
        and ${compareLabels(comparing, context, target, labels)})`);
  }
  return anyOf(conditions);
}

/** Where the objects that a reference points to hold a person; empty if they hold none. */
function adviseOnPerson({ targetTypes }: ValueLeaf, { path }: Comparing): string {
  const names = targetTypes
    .flatMap(({ attributes }) => attributes)
    .filter(({ kind }) => kind.valueKind === 'user')
    .map(({ name }) => `${printPath(path)}.${printAttributeName(name)}`);
  const distinct = [...new Set(names)].slice(0, maximumAdvised);
  return distinct.length === 0 ? '' : ` To compare with a person, use ${distinct.join(' or ')}.`;
}

const maximumAdvised = 3;

function compareLabels(
  { operator }: Comparing,
  context: CompareContext,
  target: string,
  labels: readonly TextMeaning[],
): string {
  const columns = {
    value: `${target}.label`,
    words: `${target}.label_words`,
    key: `${target}.label_key`,
  };
  if (operator === '~') return matchBeginnings(context, columns, labels);
  if (operator === '==') return matchExactly(context, columns, labels);
  return matchFolded(context, columns, labels);
}

/**
 * A person is compared with `userId()`, `user()`, `currentUser()` or a name. Names and emails are
 * those of the workspace's members.
 */
export function compareUsers(
  comparing: Comparing,
  context: CompareContext,
  column: string,
): string {
  assertOperator(comparing, ['=', '==', '~'], 'people');
  const expected = 'userId("..."), user("<email>"), currentUser() or a name';
  const meanings = readOperands(comparing, context, expected, (meaning) =>
    meaning.kind === 'user' || meaning.kind === 'userEmail' || meaning.kind === 'text'
      ? meaning
      : undefined,
  );
  const named = chooseMembers(comparing, context, textsOf(meanings));
  const addressed = new Set(meanings.flatMap((one) => ('email' in one ? [one.email] : [])));
  const mailed = context.members.filter(({ email }) => addressed.has(email.toLowerCase()));
  const ids = [...definedIds(meanings), ...named, ...mailed.map(({ id }) => id)];
  return `${column} = any (${context.parameters.bind(ids, 'uuid[]')})`;
}

/** `Id` is compared with texts and `objectId()`; a text that is no UUID is nobody's id. */
export function compareIds(comparing: Comparing, context: CompareContext, column: string): string {
  assertOperator(comparing, ['=', '=='], 'ids');
  const ids = readOperands(comparing, context, 'the id of an object', (meaning) => {
    if (meaning.kind === 'object') return [meaning.id];
    return meaning.kind === 'text' ? [idOf(meaning.text)] : undefined;
  });
  return `${column} = any (${context.parameters.bind(ids.flat().filter(isDefined), 'uuid[]')})`;
}

function definedIds(meanings: readonly OperandMeaning[]): string[] {
  return meanings.flatMap((meaning) => ('id' in meaning ? [meaning.id] : [])).filter(isDefined);
}

function textsOf(meanings: readonly OperandMeaning[]): TextMeaning[] {
  return meanings.filter((meaning) => meaning.kind === 'text');
}

function isDefined(id: string | undefined): id is string {
  return id !== undefined;
}
