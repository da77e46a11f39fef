import { invalid, notVisible, JiraError } from './jira-error';
import type { FieldType } from './field-type';
import { platformSwitches } from './platform-switches';
import { accountName } from './accounts';
import type { Caller } from './accounts';
import { hasGlobalPermission, hasProjectPermission, type GlobalPermission } from './permissions';
import type { CustomField, FieldContext, Issue, JiraState, Project, WorkType } from './state';

/** What Jira holds, and how its parts are found. `get` methods throw what Jira would answer. */
export class JiraModel {
  /** How the platform behaves where that isn't known. */
  switches = platformSwitches.parse({});
  /** Of the last seconds. */
  readonly writes: IssueWrites;

  constructor(
    public state: JiraState,
    readonly fieldTypes: readonly FieldType[],
    readonly siteUrl: string,
    readonly now: () => Date,
  ) {
    this.writes = new IssueWrites(now, () => this.switches.searchIndex === 'lagging');
  }

  /** @throws {JiraError} 404, also if the caller may not see the project. */
  getProject(caller: Caller, idOrKey: string): Project {
    const project = this.state.projects.find(({ id, key }) => id === idOrKey || key === idOrKey);
    if (!project || !this.mayBrowse(caller, project)) {
      throw notVisible(`Project '${idOrKey}'`);
    }
    return project;
  }

  /** @throws {JiraError} 404, also if the caller may not see the issue. */
  getIssue(caller: Caller, idOrKey: string): Issue {
    const issue = this.findIssue(idOrKey);
    const project = issue && this.projectOf(issue);
    if (!project || !this.mayBrowse(caller, project)) {
      throw notVisible('Issue');
    }
    return issue;
  }

  mayBrowse(caller: Caller, project: Project): boolean {
    if (caller.kind === 'app' && this.switches.projectsBlockingApp.includes(project.key))
      return false;
    return hasProjectPermission(caller, 'BROWSE_PROJECTS', project);
  }

  holdsGlobalPermission(caller: Caller, permission: GlobalPermission): boolean {
    const isTaken =
      permission === 'BULK_CHANGE' &&
      caller.kind === 'person' &&
      this.switches.withoutBulkChange.includes(accountName(caller.accountId));
    return !isTaken && hasGlobalPermission(caller, permission);
  }

  /** The custom fields that the caller can edit on an issue; undefined if they can't edit it at all. */
  editableFieldsOf(caller: Caller, issue: Issue): readonly CustomField[] | undefined {
    if (this.switches.uneditableStatuses.includes(issue.status)) return undefined;
    if (!hasProjectPermission(caller, 'EDIT_ISSUES', this.projectOf(issue))) return undefined;
    const fields = this.fieldsOf(issue.projectId, issue.workTypeId);
    return fields.filter(({ id }) => !this.switches.editScreensLack.includes(id));
  }

  findIssue(idOrKey: string): Issue | undefined {
    return this.state.issues.find(({ id, key }) => id === idOrKey || key === idOrKey.toUpperCase());
  }

  projectOf(issue: Pick<Issue, 'projectId'>): Project {
    return this.#getById(this.state.projects, issue.projectId);
  }

  workTypeOf(issue: Issue): WorkType {
    return this.#getById(this.state.workTypes, issue.workTypeId);
  }

  workTypesOf(project: Project): readonly WorkType[] {
    return project.workTypeIds.map((id) => this.#getById(this.state.workTypes, id));
  }

  /** @throws {JiraError} 404 */
  getField(id: string): CustomField {
    const field = this.state.fields.find((candidate) => candidate.id === id);
    if (!field) throw notVisible(`The custom field '${id}'`);
    return field;
  }

  /** @throws {Error} if the state names a field type that the app no longer has. */
  typeOf(field: CustomField): FieldType {
    const type = this.fieldTypes.find(({ declaration }) => declaration.key === field.typeKey);
    if (!type) throw new Error(`The app has no field type "${field.typeKey}".`);
    return type;
  }

  /**
   * Returns the context that serves issues of a work type in a project, `undefined` where the
   * field is not there. A context of the project's own comes before the global one.
   */
  findContext(field: CustomField, projectId: string, workTypeId: string): FieldContext | undefined {
    const context =
      field.contexts.find(({ projectIds }) => projectIds.includes(projectId)) ??
      field.contexts.find(({ projectIds }) => projectIds.length === 0);
    const isServed =
      context && (context.workTypeIds.length === 0 || context.workTypeIds.includes(workTypeId));
    return isServed ? context : undefined;
  }

  /** The custom fields that issues of a work type have in a project. */
  fieldsOf(projectId: string, workTypeId: string): readonly CustomField[] {
    return this.state.fields.filter((field) => this.findContext(field, projectId, workTypeId));
  }

  takeId(): string {
    this.state.nextId += 1;
    return String(this.state.nextId);
  }

  #getById<Item extends { id: string }>(items: readonly Item[], id: string): Item {
    const found = items.find((item) => item.id === id);
    if (!found) throw invalid(`There is nothing with id '${id}'.`);
    return found;
  }
}

/** @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/ */
const limit = 20;
const windowMs = 2_000;
const lagMs = 3_000;

/** Of one issue, in the last seconds. */
interface Write {
  atMs: number;
  /** The issue before the write, if searches are to find it as it was. */
  former?: Issue;
}

/** What was written to issues a moment ago: too much of it is refused, and searches may not know it yet. */
class IssueWrites {
  readonly #writes = new Map<string, Write[]>();

  /** @param isIndexLate whether searches find issues as they were three seconds ago */
  constructor(
    private readonly now: () => Date,
    private readonly isIndexLate: () => boolean,
  ) {}

  /** To be called before each write. @throws {JiraError} 429 if the issue had 20 in the last two seconds */
  add(issue: Issue): void {
    const nowMs = this.now().getTime();
    const recent = this.#recentWrites(issue);
    const [first, ...others] = recent.filter(({ atMs }) => atMs > nowMs - windowMs);
    if (first && others.length + 1 >= limit) throw tooManyWrites(first.atMs + windowMs - nowMs);
    const former = this.isIndexLate() && { former: structuredClone(issue) };
    this.#writes.set(issue.id, [...recent, { atMs: nowMs, ...former }]);
  }

  /** Returns the issue as searches know it, `undefined` if they don't yet. */
  findIndexed(issue: Issue): Issue | undefined {
    if (!this.isIndexLate()) return issue;
    const knownUntilMs = this.now().getTime() - lagMs;
    if (new Date(issue.created).getTime() > knownUntilMs) return undefined;
    return this.#recentWrites(issue)[0]?.former ?? issue;
  }

  clear(): void {
    this.#writes.clear();
  }

  #recentWrites({ id }: Issue): readonly Write[] {
    const sinceMs = this.now().getTime() - lagMs;
    return (this.#writes.get(id) ?? []).filter(({ atMs }) => atMs > sinceMs);
  }
}

function tooManyWrites(waitMs: number): JiraError {
  const headers = {
    'ratelimit-reason': 'jira-per-issue-on-write',
    'retry-after': String(Math.ceil(waitMs / 1000)),
  };
  return new JiraError(429, ['Rate limit exceeded.'], {}, { headers });
}
