import { detectClauseSyntax } from '../jql-function/find-writing';
import { objectClause } from '../jql-function/fragment';
import { QueryRefused } from '../jql-function/query-refused';
import { chunksOf } from '../objects/chunks';
import { isObjectId, objectKey } from '../objects/object-id';
import type { KeyValueStore } from '../platform/storage';
import {
  listOwnFields,
  type JiraFields,
  type JiraIssues,
  type OwnField,
} from '../platform/app-jira';

interface Dependencies {
  readonly jira: Pick<JiraFields, 'listFields'> & Pick<JiraIssues, 'acceptsQueries'>;
  readonly store: KeyValueStore;
}

/** A field that may hold what is looked for. */
export interface HoldingField {
  readonly fieldId: string;
  readonly name: string;
  /** Finds the work items whose field holds it; undefined where Jira can't search the field. */
  readonly clause: string | undefined;
}

/** Fields that are asked about at once, the first time in an hour. */
const fieldsAtOnce = 5;

/**
 * Of each field of this app that Jira tells of, how its search finds an object: by its id, in a cascade
 * on every level, or by its label as it is stored.
 * @param sought an object's id, or a label: a text that JQL can write
 * @throws {JiraError}
 */
export async function findHoldingClauses(
  { jira, store }: Dependencies,
  sought: string,
): Promise<HoldingField[]> {
  const fields = listOwnFields(await jira.listFields());
  const found: HoldingField[] = [];
  for (const chunk of chunksOf(fields, fieldsAtOnce)) {
    found.push(...(await Promise.all(chunk.map((field) => describe(field)))));
  }
  return found;

  async function describe({ id: fieldId, name, kind }: OwnField): Promise<HoldingField> {
    const [property, value] = isObjectId(sought)
      ? (['objects', objectKey(sought)] as const)
      : (['labels', sought] as const);
    try {
      const syntax = await detectClauseSyntax({ jira, store }, { fieldId, name, kind }, property);
      return { fieldId, name, clause: objectClause(syntax, 'in', [value]) };
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error;
      return { fieldId, name, clause: undefined };
    }
  }
}
