import type { PortalUse } from '../access/identity';
import {
  maximumShownAttributes,
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
  readonly cardinality: Cardinality;
  readonly portal: PortalUse;
  /** What was chosen in workspaces that were left for another. */
  readonly leftChoices: ReadonlyMap<string | undefined, WorkspaceBoundChoice>;
}

/** Types belong to a workspace, and attributes to a type. */
type WorkspaceBoundChoice = Pick<ConfigurationDraft, 'typeId' | 'attributes'>;
const nothingChosen: WorkspaceBoundChoice = { typeId: undefined, attributes: [] };

export function draftOf(saved: Configuration | undefined): ConfigurationDraft {
  const { workspaceId, typeId, query = '', attributes = [] } = saved ?? {};
  const { cardinality = 'one', portal = 'nothing' } = saved ?? {};
  const chosen = { workspaceId, typeId, query, attributes, cardinality, portal };
  return { ...chosen, leftChoices: new Map() };
}

/** Takes up what was chosen there before. The query stays, which may be meant for any workspace. */
export function withWorkspace(draft: ConfigurationDraft, workspaceId: string): ConfigurationDraft {
  if (workspaceId === draft.workspaceId) return draft;
  const { typeId, attributes } = draft;
  const leftChoices = new Map(draft.leftChoices).set(draft.workspaceId, { typeId, attributes });
  return { ...draft, workspaceId, ...(leftChoices.get(workspaceId) ?? nothingChosen), leftChoices };
}

export function withType(draft: ConfigurationDraft, typeId: string): ConfigurationDraft {
  return typeId === draft.typeId ? draft : { ...draft, typeId, attributes: [] };
}

/** Takes the first three. */
export function withAttributes(
  draft: ConfigurationDraft,
  attributes: readonly ConfiguredAttribute[],
): ConfigurationDraft {
  return { ...draft, attributes: attributes.slice(0, maximumShownAttributes) };
}

/** The chosen attributes that the type no longer has; none while the types are unknown. */
export function missingAttributes(
  draft: ConfigurationDraft,
  type: TypeChoice | undefined,
): readonly ConfiguredAttribute[] {
  if (!type) return [];
  return draft.attributes.filter(
    ({ attributeId }) => !type.attributes.some(({ id }) => id === attributeId),
  );
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
  const attributes = draft.attributes.flatMap(({ attributeId }) => {
    const found = type.attributes.find(({ id }) => id === attributeId);
    if (!found) return [];
    return [{ attributeId, name: found.name, attributeTypeCode: found.attributeTypeCode }];
  });
  const query = draft.query.trim();
  return { version: 1, workspaceId, typeId: type.id, query, attributes, cardinality, portal };
}
