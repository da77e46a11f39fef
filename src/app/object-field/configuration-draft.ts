import type { PortalUse } from '../access/identity';
import type { Cardinality, Configuration } from './configuration';
import {
  noAttributes,
  storedLists,
  type AttributeList,
  type AttributeLists,
} from '../field-configuration/configured-attributes';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';

/** The configuration while an admin works on it. */
export interface ConfigurationDraft extends AttributeLists {
  readonly workspaceId: string | undefined;
  readonly typeId: string | undefined;
  readonly query: string;
  readonly cardinality: Cardinality;
  readonly portal: PortalUse;
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
 * What to store: the attributes that the type has, by their names of today; undefined while
 * workspace or type is missing.
 */
export function configurationOf(
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
