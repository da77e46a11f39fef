import { ServiceError, type Client } from '../../api/client';
import { isOpenToCustomers, sourcesOf } from '../jql-function/find-field';
import { hasValue, isWritable, findSearchAddress } from '../jql/jql-text';
import { mapAtOnce } from '../objects/chunks';
import { listOwnFields, type OwnField, type JiraFields } from '../platform/app-jira';
import { type JiraAsPerson, type Platform, JiraError } from '../platform/platform';
import type { PermissionProof } from '../platform/proofs';
import type { ObjectSource } from '../stored-queries/query-record';
import { digestOfSources } from '../stored-queries/stored-queries';
import { findHoldingClauses, type HoldingField } from '../work-items/work-items';
import type { AdminField, Holders } from './admin-contract';

const fieldsAtOnce = 5;

/**
 * The fields of this app's types, by name, with the rights of the admin.
 * @throws {JiraError}
 */
export async function listAdminFields(jira: JiraAsPerson): Promise<AdminField[]> {
  const fields = listOwnFields(await jira.listFields());
  const described = await mapAtOnce(fields, fieldsAtOnce, (field) => describeField(jira, field));
  return described.sort((one, other) => one.name.localeCompare(other.name));
}

async function describeField(
  jira: JiraAsPerson,
  { id: fieldId, name, kind }: OwnField,
): Promise<AdminField> {
  const [configurations, issueCount] = await Promise.all([
    jira.listAllConfigurations(fieldId),
    jira.countIssues(hasValue(fieldId)),
  ]);
  const configured = configurations.filter((configuration) => configuration !== undefined);
  const configurationDigest = digestOfSources(sourcesOf(kind, configurations));
  return {
    ...{ fieldId, name, issueCount, configurationDigest },
    contextCount: configurations.length,
    configuredCount: configured.length,
    isOpenToCustomers: isOpenToCustomers(kind, configurations),
  };
}

/**
 * How often each field holds an object or a label in what the app sees, with a search that the admin
 * can open.
 * @param proof that they administer Jira
 * @param sought an object's id, or a label as it is stored
 * @throws {JiraError}
 */
export async function findHolders(
  { asPerson, asApp, store }: Pick<Platform, 'asPerson' | 'asApp' | 'store'>,
  proof: PermissionProof,
  sought: string,
): Promise<Holders> {
  // Jira stores no label that JQL can't hold.
  const found = isWritable(sought)
    ? await findHoldingClauses({ jira: asPerson, store }, sought)
    : [];
  const fields = await Promise.all(found.map(describe));
  return { fields: fields.sort((one, other) => one.name.localeCompare(other.name)) };

  async function describe({ clause, ...field }: HoldingField): Promise<Holders['fields'][number]> {
    if (clause === undefined) return field;
    const count = await asApp.countIssues(proof, clause);
    return { ...field, count, address: findSearchAddress(clause) };
  }
}

/**
 * The names of the fields whose objects a credential can't read in every context: its owner has no
 * access to the workspace or type, or it was deleted. Searches find nothing in what can't be read, and
 * are refused where a field has nothing else.
 * @param client with this credential
 * @returns undefined where Jira or the service doesn't say
 */
export async function findUnreadableFields(
  jira: JiraFields,
  client: Client,
): Promise<string[] | undefined> {
  try {
    const places = await listPlaces(jira);
    const unreadable = await mapAtOnce(places, fieldsAtOnce, async ({ name, source }) =>
      (await canRead(client, source)) ? [] : [name],
    );
    return [...new Set(unreadable.flat())].sort((one, other) => one.localeCompare(other));
  } catch (error) {
    if (error instanceof JiraError || error instanceof ServiceError) return undefined;
    throw error;
  }
}

async function listPlaces(jira: JiraFields) {
  const fields = listOwnFields(await jira.listFields());
  const places = await mapAtOnce(fields, fieldsAtOnce, async ({ id, name, kind }) => {
    const sources = sourcesOf(kind, await jira.listAllConfigurations(id));
    return sources.map((source) => ({ name, source }));
  });
  return places.flat();
}

/** Asks the same way as a search by query. */
async function canRead(client: Client, { workspaceId, typeId }: ObjectSource): Promise<boolean> {
  try {
    const anyObject = { query: '', typeId, offset: 0, limit: 1, attributeIds: [] };
    await client.inWorkspace(workspaceId).objects.search(anyObject);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'notFound' || error.code === 'forbidden') return false;
    throw error;
  }
}
