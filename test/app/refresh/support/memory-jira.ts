import { JiraError } from '../../../../src/app/platform/platform';
import type {
  FoundIssue,
  JiraField,
  Precomputation,
  PrecomputationPage,
  PrecomputationUpdate,
  AppJira,
  FieldPlace,
} from '../../../../src/app/platform/app-jira';
import type { InvocationGate } from './invocation-gate';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;
const pageSize = 100;
const callMs = 100;
const maximumLiterals = 1000;
const maximumBytes = 250_000;

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** As much of Jira as a refresh asks for: it drops what nobody searched with for 7 days. */
export class MemoryJira implements AppJira {
  fields: JiraField[] = [];
  readonly configurations = new Map<string, unknown[]>();
  precomputations: Precomputation[] = [];
  issues: FoundIssue[] = [];
  /** Ids of precomputations in the order in which they were written. */
  readonly written: string[] = [];
  /** Answers in place of Jira; undefined lets it answer itself. */
  trouble: (call: string) => { status: number; retryAfterMs?: number } | undefined = () =>
    undefined;
  readonly calls: string[] = [];
  /** Fields whose configurations it has none of. */
  readonly unknownFields = new Set<string>();
  /** Precomputations that it tells of in a shape of its own. */
  readonly unreadable = new Set<string>();
  /** Precomputations and issues that it refuses to write, and with them every call that holds one. */
  readonly unwritable = new Set<string>();
  /** Ids of issues that were changed, the last one first: without an order those are found first. */
  readonly changedIds: string[] = [];
  /** Whether it takes no page token of an earlier search. */
  losesPageTokens: () => boolean = () => false;
  /** Finds values also after they were completed. */
  isSearchBehind = false;

  /** What an hour of background work may spend; Jira says that its limit is near until then. */
  pointsPerHour = 16_250;
  nearLimitUntil: number | undefined;
  readonly limit = {
    backgroundPointsPerHour: () => this.pointsPerHour,
    findNearLimitEnd: () => this.nearLimitUntil,
  };
  /** By hour: a point for each call, and one for each object that it reads. */
  readonly pointsByHour = new Map<number, number>();

  /** Of every field in a project of this id, in the place of the field's own. */
  readonly projectConfigurations = new Map<string, unknown>();

  constructor(
    private readonly gate: InvocationGate,
    private readonly clock: { now: number },
  ) {}

  /** In all hours. */
  points(): number {
    return [...this.pointsByHour.values()].reduce((sum, points) => sum + points, 0);
  }

  async listFields(): Promise<JiraField[]> {
    await this.#begin('listFields');
    return this.#read(this.fields);
  }

  async listAllConfigurations(fieldId: string): Promise<unknown[]> {
    await this.#begin('listAllConfigurations');
    if (this.unknownFields.has(fieldId)) throw new JiraError('Unknown', 'app', 404);
    return this.#read(this.configurations.get(fieldId) ?? []);
  }

  async acceptsQueries(queries: readonly string[]): Promise<boolean[]> {
    await this.#begin('acceptsQueries');
    return this.#read(queries.map((query) => query.startsWith('"cf[')));
  }

  async listPrecomputations(startAt: number): Promise<PrecomputationPage> {
    await this.#begin('listPrecomputations');
    const kept = this.#kept();
    const page = kept.slice(startAt, startAt + pageSize).map((entry) => ({ ...entry }));
    this.#read(page);
    const values = page.filter(({ id }) => !this.unreadable.has(id));
    const unreadableIds = page.map(({ id }) => id).filter((id) => this.unreadable.has(id));
    const isLast = startAt + pageSize >= kept.length;
    return { isLast, total: kept.length, values, unreadableIds };
  }

  async updatePrecomputations(updates: readonly PrecomputationUpdate[]): Promise<void> {
    await this.#begin('updatePrecomputations');
    if (JSON.stringify(updates).length > maximumBytes) throw new JiraError('Large', 'app', 413);
    for (const update of updates) this.#requireFits(update);
    this.#requireWritable(updates.map(({ id }) => id));
    await this.gate.write(() => {
      const byId = new Map(updates.map((update) => [update.id, update]));
      this.precomputations = this.#kept().map((kept) => {
        const update = byId.get(kept.id);
        if (!update) return kept;
        this.written.push(kept.id);
        const emptied = { ...kept, value: undefined, error: undefined };
        return { ...emptied, ...update, updated: this.clock.now };
      });
    });
  }

  async countIssues(jql: string): Promise<number> {
    await this.#begin('countIssues');
    const fieldId = `customfield_${/^cf\[(\d+)\] is not EMPTY$/.exec(jql)?.[1] ?? ''}`;
    this.#spend(1, this.clock.now - callMs);
    return this.issues.filter(({ fields }) => hasValue(fields[fieldId])).length;
  }

  async readIssues(issueIds: readonly string[], names: readonly string[]) {
    await this.#begin('readIssues');
    if (issueIds.length > pageSize) throw new JiraError('Too many', 'app', 400);
    return this.#read(this.issues.filter(({ id }) => issueIds.includes(id))).map(
      ({ id, key, fields }) => ({
        ...{ id, key },
        fields: Object.fromEntries(names.map((name) => [name, fields[name]])),
      }),
    );
  }

  async listFieldConfigurations(fieldId: string, place: FieldPlace): Promise<unknown[]> {
    await this.#begin('listFieldConfigurations');
    const ofProject = place.kind === 'workType' && this.projectConfigurations.get(place.projectId);
    const configurations = this.configurations.get(fieldId) ?? [];
    return this.#read(ofProject ? [ofProject] : configurations.slice(0, 1));
  }

  async searchIssues(
    jql: string,
    [fieldId = '']: readonly string[],
    pageToken = '0',
    maximumIssues = pageSize,
  ) {
    await this.#begin('searchIssues');
    const flat = jql.includes('.PathId"') ? 'pathIds' : 'objectIds';
    const [whole = '', order] = jql.split(' ORDER BY ');
    const [condition = '', minutes] = whole.split(/ AND created >= "-(\d+)m"$/);
    const since = minutes && this.clock.now - Number(minutes) * 60_000;
    if (pageToken !== '0' && this.losesPageTokens()) throw new JiraError('Token', 'app', 400);
    const isForAll = /^cf\[\d+\] is not EMPTY$/.test(condition);
    if (!isForAll && !/^cf\[\d+\] is not EMPTY AND "cf\[\d+\]\.\w+" is EMPTY$/.test(condition))
      throw new Error(jql);
    const issues = order === 'created ASC, key ASC' ? this.issues : this.#lastChangedFirst();
    const found = issues.filter(({ fields }) => {
      if (since && Date.parse(String(fields['created'])) < since) return false;
      const value = fields[fieldId] as Record<string, unknown> | undefined;
      return hasValue(value) && (isForAll || this.isSearchBehind || !value?.[flat]);
    });
    const start = Number(pageToken);
    const page = this.#read(found.slice(start, start + maximumIssues));
    const isLast = start + maximumIssues >= found.length;
    return { issues: page, ...(!isLast && { nextPageToken: String(start + maximumIssues) }) };
  }

  async writeFieldValues(
    fieldId: string,
    updates: readonly { issueIds: readonly number[]; value: unknown }[],
  ): Promise<void> {
    await this.#begin('writeFieldValues');
    this.#requireWritable(updates.flatMap(({ issueIds }) => issueIds.map(String)));
    await this.gate.write(() => {
      for (const { issueIds, value } of updates) {
        this.issues = this.issues.map((issue) =>
          issueIds.includes(Number(issue.id))
            ? { ...issue, fields: { ...issue.fields, [fieldId]: value } }
            : issue,
        );
      }
    });
  }

  /** What a search gets, which counts as use; undefined where Jira would ask the function. */
  search(call: Pick<Precomputation, 'operator' | 'arguments'>): Precomputation | undefined {
    const { operator, arguments: written } = call;
    const found = this.#kept().find(
      (kept) =>
        kept.operator === operator &&
        kept.arguments.every((argument, index) => argument === written[index]),
    );
    if (found) Object.assign(found, { used: this.clock.now });
    return found;
  }

  #lastChangedFirst(): FoundIssue[] {
    const changed = this.changedIds.flatMap((id) => this.issues.filter((issue) => issue.id === id));
    return [...new Set([...changed, ...this.issues])];
  }

  #kept(): Precomputation[] {
    this.precomputations = this.precomputations.filter(
      ({ used }) => used > this.clock.now - lifetimeMs,
    );
    return this.precomputations;
  }

  async #begin(call: string): Promise<void> {
    await this.gate.read();
    this.calls.push(call);
    this.#spend(1, this.clock.now);
    this.clock.now += callMs;
    const trouble = this.trouble(call);
    if (!trouble) return;
    const { status, retryAfterMs } = trouble;
    throw new JiraError('No', 'app', status, { retryAfterMs });
  }

  #read<Item>(objects: Item[]): Item[] {
    this.#spend(objects.length, this.clock.now - callMs);
    return objects;
  }

  #spend(points: number, at: number): void {
    const hour = Math.floor(at / 3_600_000);
    this.pointsByHour.set(hour, (this.pointsByHour.get(hour) ?? 0) + points);
  }

  #requireWritable(ids: readonly string[]): void {
    if (ids.some((id) => this.unwritable.has(id))) throw new JiraError('Not this', 'app', 400);
  }

  #requireFits(update: PrecomputationUpdate): void {
    const literals = 'value' in update ? (update.value.match(/"[^"]*"/g)?.length ?? 0) - 1 : 0;
    if (literals > maximumLiterals) throw new JiraError('Too long', 'app', 400);
  }
}
