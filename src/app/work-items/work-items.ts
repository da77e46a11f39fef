import { createMinuteMemory } from '../access/minute-memory';
import type { Policy } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import { detectClauseSyntax, objectClause } from '../jql-function/clause-syntax';
import { QueryRefused } from '../jql-function/query-refused';
import { findSearchAddress } from '../jql/jql-text';
import { mapAtOnce } from '../objects/chunks';
import { findWorkItems } from '../objects/object-details-contract';
import { isObjectId, objectKey } from '../objects/stored-value';
import {
  type JiraField,
  type JiraFields,
  type JiraIssues,
  listOwnFields,
  type OwnField,
} from '../platform/app-jira';
import { JiraError, type Clock, type Platform } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';

interface Dependencies {
  readonly platform: Pick<Platform, 'asPerson' | 'store'>;
  readonly policy: Policy;
  /** Keys of modules in manifest.yml. */
  readonly modules: readonly string[];
}

/** Where a person finds the work items that hold an object: a search over the fields that they see. */
export function workItemsHandler({ platform, ...callers }: Dependencies): SecuredFunction {
  const { asPerson: jira, store } = platform;
  return secured(findWorkItems, callers, async ({ objectId }) => {
    const search = await findSearch({ jira, store }, objectId);
    return { address: search?.address };
  });
}

interface CountDependencies extends Dependencies {
  readonly platform: Dependencies['platform'] & Pick<Platform, 'tenantKey'>;
  readonly now: Clock;
}

/**
 * The same, with how many work items that person would find. Jira is asked about the fields that they see
 * once in a minute, and each time for the number.
 */
export function workItemsCountHandler(dependencies: CountDependencies): SecuredFunction {
  const { platform, now, ...callers } = dependencies;
  const { asPerson, store } = platform;
  const seenFields = createMinuteMemory<JiraField[]>(platform, now);
  return secured(findWorkItems, callers, async ({ objectId }, { accountId }) => {
    const listFields = async () =>
      (await seenFields.findOrAsk([accountId], async () =>
        listOwnFields(await asPerson.listFields()),
      )) ?? [];
    const search = await findSearch({ jira: { ...asPerson, listFields }, store }, objectId);
    if (!search) return {};
    const count = await asPerson.countIssues(search.jql).catch(unlessJiraFails);
    return { address: search.address, count };
  });
}

/** The search opens all the same where Jira doesn't count. */
function unlessJiraFails(error: unknown): undefined {
  if (!(error instanceof JiraError)) throw error;
}

/** Undefined where no field can be searched, or where they are too many for an address. */
async function findSearch(dependencies: HoldingDependencies, objectId: string) {
  const fields = await findHoldingClauses(dependencies, objectId);
  const clauses = fields.flatMap(({ clause }) => clause ?? []);
  if (clauses.length === 0) return undefined;
  const jql = clauses.join(' or ');
  const address = findSearchAddress(jql);
  return address === undefined ? undefined : { jql, address };
}

interface HoldingDependencies {
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
  { jira, store }: HoldingDependencies,
  sought: string,
): Promise<HoldingField[]> {
  return mapAtOnce(listOwnFields(await jira.listFields()), fieldsAtOnce, describe);

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
