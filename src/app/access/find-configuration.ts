import type * as z from 'zod/mini';
import type { FieldPlace } from '../platform/app-jira';
import { isForbiddenByJira, type JiraAsApp, type Platform } from '../platform/platform';
import type { PermissionProof, PermissionQuestion } from '../platform/proofs';
import { Problem } from '../replies/problem';
import type { Invocation } from './invocation';
import { createMinuteMemory } from './minute-memory';
import type { Permissions } from './policies';

export interface FieldConfigurations<Configuration> {
  /**
   * The configuration of the field where the person is.
   * @throws {Problem} where there is none, the person may not see the place, or the app may not read it
   * @throws {JiraError}
   */
  get(invocation: Invocation): Promise<Configuration>;
  /**
   * The configuration of the field in one place of a project that the person sees; undefined where
   * there is none, or none of a shape that can be read.
   * @throws {Problem} CONFIGURATION_FORBIDDEN where the app may not read it
   * @throws {JiraError}
   */
  findAt(
    invocation: Invocation,
    projectId: string,
    workTypeId: string,
  ): Promise<Configuration | undefined>;
}

interface Dependencies<Configuration> {
  /** Of what Jira stores for a context of the field. */
  readonly schema: z.ZodMiniType<Configuration>;
  readonly platform: Platform;
  readonly permissions: Permissions;
  readonly now: () => number;
}

/**
 * Finds a field's configuration: in the platform's own context, else in a minute's memory, else at
 * Jira, which is asked as the app only after the person's permission on that very issue or project.
 * @see docs/platform-assumptions.md, 3 and 4
 */
export function createFieldConfigurations<Configuration extends object>(
  dependencies: Dependencies<Configuration>,
): FieldConfigurations<Configuration> {
  const remembered = createMinuteMemory<Configuration>(dependencies.platform, dependencies.now);
  const readConfiguration = (stored: unknown) => readStored(dependencies.schema, stored);

  async function get(invocation: Invocation): Promise<Configuration> {
    const { configuration: given, fieldId, issue, project } = invocation.extension;
    if (given !== undefined) return readConfiguration(given);
    if (fieldId === undefined) throw new Problem('BAD_REQUEST');
    const isOfProjectAlone = issue?.typeId === undefined && findIssueId(invocation) === undefined;
    if (project?.id !== undefined && isOfProjectAlone) {
      return forAllWorkTypes(invocation, fieldId, project.id);
    }
    const where = { fieldId, place: placeOf(invocation) };
    const [found] = await listAt(invocation, questionFor(invocation), where);
    if (!found) throw new Problem('NOT_CONFIGURED');
    return found;
  }

  async function findAt(invocation: Invocation, projectId: string, workTypeId: string) {
    const { fieldId } = invocation.extension;
    if (fieldId === undefined) throw new Problem('BAD_REQUEST');
    const question = { kind: 'project', permission: 'BROWSE_PROJECTS', projectId } as const;
    try {
      const place = workTypePlace(projectId, workTypeId);
      return (await listAt(invocation, question, { fieldId, place }))[0];
    } catch (error) {
      if (error instanceof Problem && error.code !== 'CONFIGURATION_FORBIDDEN') return undefined;
      throw error;
    }
  }

  /** A create screen that names no work type: usable where all that have the field agree. */
  async function forAllWorkTypes(invocation: Invocation, fieldId: string, projectId: string) {
    await dependencies.permissions.get(invocation, questionFor(invocation));
    const workTypeIds = await dependencies.platform.asPerson.listWorkTypeIds(projectId);
    const wheres = workTypeIds.map((id) => ({ fieldId, place: workTypePlace(projectId, id) }));
    const found = await Promise.all(
      wheres.map((where) => listAt(invocation, questionFor(invocation), where)),
    );
    const distinct = new Map(found.flat().map((entry) => [JSON.stringify(entry), entry]));
    if (distinct.size > 1) throw new Problem('CHOOSE_WORK_TYPE');
    const [only] = distinct.values();
    if (!only) throw new Problem('NOT_CONFIGURED');
    return only;
  }

  /** Empty where the field is not there; undefined where it was never configured. */
  async function listAt(
    invocation: Invocation,
    question: PermissionQuestion,
    { fieldId, place }: { readonly fieldId: string; readonly place: FieldPlace },
  ) {
    const { platform, permissions } = dependencies;
    const proof = await permissions.get(invocation, question);
    const known = remembered.find(fieldId, place);
    if (known) return [known];
    const stored = await listStored(platform.asApp, proof, { fieldId, place });
    const found = stored.slice(0, 1).map((entry) => (entry ? readConfiguration(entry) : undefined));
    if (found[0]) remembered.keep(found[0], fieldId, place);
    return found;
  }

  return { get, findAt };
}

/** @throws {Problem} CONFIGURATION_FORBIDDEN */
async function listStored(
  asApp: JiraAsApp,
  proof: PermissionProof,
  { fieldId, place }: { readonly fieldId: string; readonly place: FieldPlace },
) {
  try {
    return await asApp.listFieldConfigurations(proof, fieldId, place);
  } catch (cause) {
    if (!isForbiddenByJira(cause)) throw cause;
    throw new Problem('CONFIGURATION_FORBIDDEN', undefined, { cause });
  }
}

/** @throws {Problem} CONFIGURATION_UNREADABLE */
export function readStored<Configuration>(
  schema: z.ZodMiniType<Configuration>,
  stored: unknown,
): Configuration {
  const parsed = schema.safeParse(stored);
  if (!parsed.success) throw new Problem('CONFIGURATION_UNREADABLE');
  return parsed.data;
}

/** The key of the memory is what Jira is asked for, so a false claim can spoil no one's answer. */
function placeOf(invocation: Invocation): FieldPlace {
  const { issue, project } = invocation.extension;
  if (project?.id !== undefined && issue?.typeId !== undefined) {
    return workTypePlace(project.id, issue.typeId);
  }
  const issueId = findIssueId(invocation);
  if (issueId !== undefined) return { kind: 'issue', issueId };
  throw new Problem('PLACE_UNKNOWN');
}

function workTypePlace(projectId: string, workTypeId: string): FieldPlace {
  return { kind: 'workType', projectId, workTypeId };
}

/** In a bulk edit the first of the chosen work items decides what the field offers. */
function findIssueId({ extension: { issue, issues } }: Invocation): string | undefined {
  return issue?.id ?? issues?.[0]?.id;
}

/** Asks about every id that the context names, so that none of them is taken on trust. */
function questionFor(invocation: Invocation): PermissionQuestion {
  const issueId = findIssueId(invocation);
  return {
    kind: 'project',
    permission: issueId === undefined ? 'CREATE_ISSUES' : 'BROWSE_PROJECTS',
    projectId: invocation.extension.project?.id,
    issueId,
  };
}
