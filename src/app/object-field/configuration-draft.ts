import type { PortalUse } from '../access/identity';
import {
  maximumAttributes,
  searchableTypes,
  type Cardinality,
  type Configuration,
  type ConfiguredAttribute,
} from './configuration';
import type { TypeChoice } from '../field-configuration/replies';

/** The configuration while an admin works on it. */
export interface ConfigurationDraft {
  readonly workspaceId: string | undefined;
  readonly typeId: string | undefined;
  readonly query: string;
  readonly attributes: readonly ConfiguredAttribute[];
  readonly searchedAttributes: readonly ConfiguredAttribute[];
  readonly cardinality: Cardinality;
  readonly portal: PortalUse;
  /** What was chosen in workspaces that were left for another. */
  readonly leftChoices: ReadonlyMap<string | undefined, WorkspaceBoundChoice>;
}

/** Types belong to a workspace, and attributes to a type. */
type WorkspaceBoundChoice = Pick<ConfigurationDraft, 'typeId' | AttributeList>;
/** A list of attributes that an admin chooses. */
export type AttributeList = 'attributes' | 'searchedAttributes';
const noAttributes = { attributes: [], searchedAttributes: [] };

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

/** Takes the first three. */
export function withAttributes(
  draft: ConfigurationDraft,
  list: AttributeList,
  attributes: readonly ConfiguredAttribute[],
): ConfigurationDraft {
  return { ...draft, [list]: attributes.slice(0, maximumAttributes) };
}

/** The attributes of the type that an admin can choose for a list. */
export function attributesFor(list: AttributeList, type: TypeChoice | undefined) {
  const attributes = type?.attributes ?? [];
  if (list === 'attributes') return attributes;
  return attributes.filter(
    ({ isLabel, attributeTypeCode }) => !isLabel && searchableTypes.has(attributeTypeCode),
  );
}

/** The chosen attributes that can't be chosen any longer; none while the types are unknown. */
export function missingAttributes(
  draft: ConfigurationDraft,
  list: AttributeList,
  type: TypeChoice | undefined,
): readonly ConfiguredAttribute[] {
  if (!type) return [];
  const offered = new Set(attributesFor(list, type).map(({ id }) => id));
  return draft[list].filter(({ attributeId }) => !offered.has(attributeId));
}

/**
 * What to store: the attributes that the type has, by their names of today; undefined while
 * workspace or type is missing.
 */
export function configurationOf(
  draft: ConfigurationDraft,
  type: TypeChoice | undefined,
): Configuration | undefined {
  const { workspaceId, cardinality, portal } = draft;
  if (workspaceId === undefined || type === undefined) return undefined;
  const named = (list: AttributeList) =>
    draft[list].flatMap(({ attributeId }) => {
      const found = attributesFor(list, type).find(({ id }) => id === attributeId);
      if (!found) return [];
      return [{ attributeId, name: found.name, attributeTypeCode: found.attributeTypeCode }];
    });
  const searchedAttributes = named('searchedAttributes');
  return {
    version: 1,
    workspaceId,
    typeId: type.id,
    query: draft.query.trim(),
    attributes: named('attributes'),
    ...(searchedAttributes.length > 0 ? { searchedAttributes } : {}),
    cardinality,
    portal,
  };
}
