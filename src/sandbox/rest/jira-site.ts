import { dirname } from 'node:path';
import * as z from 'zod';
import type { RecordFile } from '../state-files/record-file';
import type { StateFile } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';
import type { FieldType } from '../jira/field-type';
import { JiraError } from '../jira/jira-error';
import { JiraModel } from '../jira/model';
import { platformSwitches } from '../jira/platform-switches';
import { AppFunctions, precomputation } from '../jql/app-functions';
import type { Precomputation } from '../jql/app-functions';
import { findRoute, requireScope, pointsOf } from './route';
import type { Api, CountedReply, JiraEvent, JiraReply, JiraRequest, Match, Route } from './route';
import { expressionRoutes } from './expression-routes';
import { appFieldRoutes } from './app-field-routes';
import { fieldRoutes } from './field-routes';
import { issueRoutes } from './issue-routes';
import { jqlRoutes } from './jql-routes';
import { peopleRoutes } from './people-routes';
import { portalRoutes, serviceDeskErrorBody } from './portal-routes';
import { projectRoutes } from './project-routes';
import { searchRoutes } from './search-routes';
import { jiraState } from '../jira/state';
import type { JiraState } from '../jira/state';

/** Every call of Jira itself that is modelled; a fixed path stands before one with a placeholder in its place. */
export const routes: readonly Route[] = [
  ...projectRoutes,
  ...issueRoutes,
  ...searchRoutes,
  ...jqlRoutes,
  ...fieldRoutes,
  ...appFieldRoutes,
  ...peopleRoutes,
  ...expressionRoutes,
];

const apis: readonly Api[] = [
  { prefix: '/rest/api/3', routes, bodyOf: ({ body }) => body },
  { prefix: '/rest/servicedeskapi', routes: portalRoutes, bodyOf: serviceDeskErrorBody },
];

export interface JiraSiteOptions {
  file: StateFile;
  /** For the answers of apps' functions, which may be many. */
  precomputationFile: RecordFile;
  fieldTypes: readonly FieldType[];
  siteUrl: string;
  now: () => Date;
  /** Makes the state of a fresh site, and of one that is reset. */
  createDemoState: () => JiraState;
  /** Told when a stored state cannot be used. */
  warn: (message: string) => void;
}

/** A Jira site in memory, safe on disk before a change is answered. */
export class JiraSite {
  readonly model: JiraModel;
  /** What apps add to JQL, and what is kept of it. */
  readonly functions: AppFunctions;
  readonly #saves: readonly (() => Promise<void>)[];
  #deliver: (event: JiraEvent) => void = () => undefined;

  private constructor(
    private readonly options: JiraSiteOptions,
    state: JiraState,
    entries: readonly Precomputation[] = [],
  ) {
    const { fieldTypes, siteUrl, now } = options;
    this.model = new JiraModel(state, fieldTypes, siteUrl, now);
    this.functions = new AppFunctions({
      entries,
      spellings: () => this.model.switches.jqlPropertySpellings,
      now,
      save: () => this.save(),
    });
    const { model, functions } = this;
    this.#saves = [
      stateSaver<JiraState>({
        file: options.file,
        describe: () => structuredClone(model.state),
        restore: (kept) => {
          model.state = structuredClone(kept);
        },
      }),
      stateSaver<ReadonlyMap<string, Precomputation>>({
        file: options.precomputationFile,
        describe: () => new Map(functions.entries.map((entry) => [entry.id, entry])),
        restore: (kept) => {
          functions.entries = [...kept.values()];
        },
      }),
    ];
  }

  /** Reads the stored state. One that cannot be used is set aside with a warning, and the demo takes its place. */
  static async open(options: JiraSiteOptions): Promise<JiraSite> {
    const state = await readSite(options);
    if (state) return new JiraSite(options, state, await readPrecomputations(options));
    const site = new JiraSite(options, options.createDemoState());
    await site.save();
    return site;
  }

  /** Calls `deliver` with each event of this site from now on. */
  deliverEventsTo(deliver: (event: JiraEvent) => void): void {
    this.#deliver = deliver;
  }

  async reset(): Promise<void> {
    this.model.state = this.options.createDemoState();
    this.functions.reset();
    this.model.writes.clear();
    this.model.switches = platformSwitches.parse({});
    await this.save();
  }

  async save(): Promise<void> {
    await Promise.all(this.#saves.map((save) => save()));
  }

  readonly handle = async (request: JiraRequest): Promise<JiraReply> =>
    (await this.handleCounted(request)).reply;

  /** As {@link handle}, for an app. */
  readonly handleCounted = async (request: JiraRequest): Promise<CountedReply> => {
    const api = apis.find(({ prefix }) => request.path.startsWith(`${prefix}/`));
    try {
      const match = findRoute(api, request);
      requireScope(match, request);
      return await this.#answer(match, request);
    } catch (error) {
      if (!(error instanceof JiraError)) throw error;
      const body = api ? api.bodyOf(error) : error.body;
      const { status, headers } = error;
      return { reply: { status, body, ...(headers && { headers }) }, points: 1 };
    }
  };

  async #answer(
    { route, parameters }: Match,
    { caller, query, body: given }: JiraRequest,
  ): Promise<CountedReply> {
    const { model, functions } = this;
    const events: JiraEvent[] = [];
    const tell = (event: JiraEvent) => void events.push(event);
    const call = { model, functions, caller, parameters, query, body: given, tell };
    const answered: unknown = route.answer(call);
    // Saved in the same turn as it was changed, so that a failing write takes it back.
    const answer: unknown = answered instanceof Promise ? await answered : answered;
    const body = structuredClone(answer);
    const { method, isReadOnly = method === 'GET' } = route;
    if (!isReadOnly) await this.save();
    for (const event of events) this.#deliver(event);
    const points = pointsOf(route, body);
    if (route.status === 204) return { reply: { status: 204 }, points };
    return { reply: { status: route.status ?? 200, body }, points };
  }
}

/** Returns `undefined` where nothing is stored, or nothing that can be used. */
async function readSite(options: JiraSiteOptions): Promise<JiraState | undefined> {
  const { file, warn } = options;
  const stored = await file.read();
  if (stored === undefined) return undefined;
  const { data } = jiraState.safeParse(stored);
  if (data && knowsAllTypes(options, data)) return data;
  const name = await file.setAside();
  warn(
    `The stored Jira state can't be used and was set aside (${name}). Starting with the demo state; all other data stays. To start everything fresh, stop the sandbox and delete the folder ${dirname(name)}.`,
  );
  return undefined;
}

/** Answers that cannot be read are asked for again. */
async function readPrecomputations({
  precomputationFile: file,
  warn,
}: JiraSiteOptions): Promise<Precomputation[]> {
  const records = await file.read();
  const { data } = z.array(precomputation).safeParse(records && [...records.values()]);
  if (data) return data;
  const name = await file.setAside();
  warn(`The stored results of JQL functions cannot be used and were set aside (${name}).`);
  return [];
}

function knowsAllTypes({ fieldTypes }: JiraSiteOptions, { fields }: JiraState): boolean {
  const keys = fieldTypes.map(({ declaration }) => declaration.key);
  return fields.every(({ typeKey }) => keys.includes(typeKey));
}
