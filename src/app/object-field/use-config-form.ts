import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import {
  type ConfigurationStart,
  useFindings,
  useLoadedDraft,
  useTypes,
  isGone,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import {
  missingNames,
  noAttributes,
  storedLists,
  type AttributeList,
  type AttributeLists,
  maximumAttributes,
} from '../field-configuration/configured-attributes';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import type { Prepared, ConfigurationVerdict } from '../field-configuration/configuration-actions';
import { findTemplateFault, useLiveCheck } from '../query-editor/use-live-check';
import { checkQuery, previewObjects, type QueryCheck } from '../query-editor/query-editor-contract';
import type { FindObjects } from '../object-picker/use-object-search';
import type { Configuration, Cardinality } from './configuration';

export type ObjectConfigForm = ReturnType<typeof useObjectConfigForm>;

export function useObjectConfigForm({ saved, workspaces }: ConfigurationStart<Configuration>) {
  const { draft, setDraft, load, isAsLoaded } = useLoadedDraft(() => draftOf(saved));
  const { workspaceId, typeId, query } = draft;
  const isWorkspaceGone = isGone(workspaces, workspaceId);
  const types = useTypes(isWorkspaceGone ? undefined : workspaceId);
  const type = types.choices?.find(({ id }) => id === typeId);
  const configured = configurationOf(draft, type);
  const source = configured && { ...configured, query };
  const check = useLiveCheck(source, tryQuery);
  const result = check.last?.reply.kind === 'ok' ? check.last.reply.value : undefined;

  const isTypeGone = types.choices !== undefined && isGone(types.choices, typeId);
  const known = type && [type];
  const found = [
    ...(isWorkspaceGone ? [sharedTexts.workspaceGone] : []),
    ...(isTypeGone ? [objectConfigTexts.typeGone] : []),
    ...missingNames(draft, 'attributes', known).map(sharedTexts.attributeGone),
    ...missingNames(draft, 'searchedAttributes', known).map(sharedTexts.unsearchable),
    ...(result?.kind === 'queryError' ? [objectConfigTexts.queryFails] : []),
  ];
  const findings = useFindings(found, isAsLoaded);
  const prepared = prepare(draft, isWorkspaceGone, types.choices);
  return { draft, setDraft, load, types, type, check, result, findings, prepared };
}

type CheckedSource = Pick<Configuration, 'workspaceId' | 'typeId' | 'query' | 'attributes'>;
type SearchedSource = CheckedSource & Pick<AttributeLists, 'searchedAttributes'>;

/** Syntax is looked at here, so that it needs neither the service nor an account. */
async function tryQuery(source: CheckedSource): Promise<Reply<QueryCheck>> {
  const { workspaceId, typeId, query, attributes } = source;
  const fault = findTemplateFault(query);
  if (fault) return { kind: 'ok', value: fault };
  return callResolver(checkQuery, { workspaceId, typeId, query, attributes });
}

/** Finds as the field's picker will; what is known before anything is typed isn't asked again. */
export function findIn(
  { workspaceId, typeId, query, attributes, ...source }: SearchedSource,
  { first, total }: QueryCheck & { kind: 'matches' },
): FindObjects {
  const searchedAttributes = [...source.searchedAttributes];
  const asked = { workspaceId, typeId, query, attributes, searchedAttributes };
  return async (text) =>
    text === ''
      ? { kind: 'ok', value: { objects: first, total } }
      : callResolver(previewObjects, { ...asked, text });
}

/** @param types undefined while they are not known */
function prepare(
  draft: ConfigurationDraft,
  isWorkspaceGone: boolean,
  types: readonly TypeChoice[] | undefined,
): Prepared<Configuration> {
  if (draft.workspaceId === undefined || isWorkspaceGone) {
    return { kind: 'refused', reason: sharedTexts.chooseWorkspace };
  }
  if (!types) return { kind: 'refused', reason: objectConfigTexts.typesUnknown };
  const type = types.find(({ id }) => id === draft.typeId);
  const completed = configurationOf(draft, type);
  if (!completed) return { kind: 'refused', reason: objectConfigTexts.chooseType };
  return { kind: 'ready', configuration: completed };
}

export function verdictOfQuery(reply: Reply<QueryCheck>): ConfigurationVerdict {
  if (reply.kind !== 'ok') return { kind: 'unchecked', reason: objectConfigTexts.unchecked };
  if (reply.value.kind === 'matches') return { kind: 'works' };
  return { kind: 'faulty', reason: objectConfigTexts.correctQuery };
}

export interface ConfigurationDraft extends AttributeLists {
  readonly workspaceId: string | undefined;
  readonly typeId: string | undefined;
  readonly query: string;
  readonly cardinality: Cardinality;
  readonly portal: NonNullable<Configuration['portal']>;
  /** What was chosen in workspaces that were left for another. */
  readonly leftChoices: ReadonlyMap<string | undefined, WorkspaceBoundChoice>;
}

/** Types belong to a workspace, and attributes to a type. */
type WorkspaceBoundChoice = Pick<ConfigurationDraft, 'typeId' | AttributeList>;

export function draftOf(saved: Configuration | undefined): ConfigurationDraft {
  const { workspaceId, typeId, query = '', attributes = [], searchedAttributes = [] } = saved ?? {};
  const { cardinality = 'one', portal = 'nothing' } = saved ?? {};
  const chosen = { workspaceId, typeId, query, attributes, searchedAttributes };
  return { ...chosen, cardinality, portal, leftChoices: new Map() };
}

/** Takes up what was chosen there before. The query stays, which may be meant for any workspace. */
export function withWorkspace(draft: ConfigurationDraft, workspaceId: string): ConfigurationDraft {
  if (workspaceId === draft.workspaceId) return draft;
  const { typeId, attributes, searchedAttributes } = draft;
  const left = { typeId, attributes, searchedAttributes };
  const leftChoices = new Map(draft.leftChoices).set(draft.workspaceId, left);
  const chosen = leftChoices.get(workspaceId) ?? { typeId: undefined, ...noAttributes };
  return { ...draft, workspaceId, ...chosen, leftChoices };
}

export function withType(draft: ConfigurationDraft, typeId: string): ConfigurationDraft {
  return typeId === draft.typeId ? draft : { ...draft, typeId, ...noAttributes };
}

/**
 * What to store: the attributes that the type has, by their current names; undefined while
 * workspace or type is missing.
 */
function configurationOf(
  draft: ConfigurationDraft,
  type: TypeChoice | undefined,
): Configuration | undefined {
  const { workspaceId, cardinality, portal } = draft;
  if (workspaceId === undefined || type === undefined) return undefined;
  const { attributes, searchedAttributes } = storedLists(draft, [type]);
  return {
    version: 1,
    workspaceId,
    typeId: type.id,
    query: draft.query.trim(),
    attributes,
    ...(searchedAttributes.length > 0 ? { searchedAttributes } : {}),
    cardinality,
    portal,
  };
}

export const objectConfigTexts = {
  typeLabel: 'Type',
  typePlaceholder: 'Choose a type',
  noTypes: 'This workspace has no types that you can read.',
  typeGone:
    'The type was deleted, or you can no longer read it. Ask an administrator of the workspace for access, or choose another type, which clears the attributes beside the label.',
  notAmongTypes: 'Not one of the types that you can read.',

  queryLabel: 'Query (optional)',
  queryHelp: (example: string) =>
    `Limits what people can pick, for example: ${example}. If it’s empty, the field offers every object of the type.`,
  queryFails: 'The query no longer works. Correct it below, where you see the reason.',

  cardinalityLabel: 'How many objects the field takes',
  one: 'One object',
  many: 'Several objects',
  cardinalityHelp: 'You can change this later: existing values stay as they are.',
  nowOne:
    'Work items that hold several objects keep all of them. Anyone who changes the field there has to reduce them to one.',
  nowMany: 'Existing values stay as they are, and people can add more objects.',

  checking: 'Checking the query…',
  noPreview: 'What people can pick appears here once a type is chosen and the query works.',
  previewLabel: 'The picker, as people see it',

  chooseType: 'Choose a type.',
  typesUnknown:
    'The types of the workspace couldn’t be loaded, so nothing was saved. Fix the problem shown below the workspace, then save again.',
  unchecked:
    'The query couldn’t be checked, so nothing was saved. Fix the problem shown below the query and save again, or save without checking.',
  correctQuery: 'Correct the query, or clear it.',

  importParts: {
    version: '1',
    workspaceId: 'the id of a workspace',
    typeId: 'the id of a type',
    query: 'text, which can be empty',
    attributes: `at most ${maximumAttributes}, each with an attributeId and a name`,
    searchedAttributes: `at most ${maximumAttributes}, each with an attributeId and a name; can be left out`,
    cardinality: '"one" or "many"',
    portal: '"nothing", "labels" or "attributes"',
  } as Readonly<Record<string, string>>,
};
