import * as z from 'zod';
import type { RecordFile, Records } from '../record-file';
import type { StateFile } from '../state-file';
import { stateSaver } from '../state-saver';
import type { FieldType } from './field-type';
import { JiraError } from './jira-error';
import { JiraModel } from './model';
import { PrecomputedFunctions } from './precomputations/precomputed-functions';
import type { AppFunction, EvaluateFunction } from './precomputations/precomputed-functions';
import { findRoute, requireScope } from './find-route';
import type { Api } from './find-route';
import type { JiraEvent, JiraReply, JiraRequest } from './request';
import type { Route } from './route';
import { changelogRoutes } from './routes/changelog';
import { expressionRoutes } from './routes/expressions';
import { fieldConfigurationRoutes } from './routes/field-configuration';
import { fieldContextMappingRoutes } from './routes/field-context-mappings';
import { fieldContextRoutes } from './routes/field-contexts';
import { fieldRoutes } from './routes/fields';
import { fieldValueRoutes } from './routes/field-values';
import { issueBulkfetchRoutes } from './routes/issue-bulkfetch';
import { issueRoutes } from './routes/issues';
import { jqlAutocompleteRoutes } from './routes/jql-autocomplete';
import { jqlParseRoutes } from './routes/jql-parse';
import { jqlPrecomputationRoutes } from './routes/jql-precomputations';
import { peopleRoutes } from './routes/people';
import { portalRequestRoutes } from './routes/portal-requests';
import { projectRoutes } from './routes/projects';
import { searchRoutes } from './routes/search';
import { serviceDeskErrorBody, serviceDeskRoutes } from './routes/service-desks';
import { transitionRoutes } from './routes/transitions';
import { precomputation, siteState } from './state';
import type { JiraState, Precomputation, SiteState } from './state';

/** Every call of Jira itself that is modelled; a fixed path stands before one with a placeholder in its place. */
export const routes: readonly Route[] = [
  ...projectRoutes,
  ...issueRoutes,
  ...issueBulkfetchRoutes,
  ...transitionRoutes,
  ...changelogRoutes,
  ...searchRoutes,
  ...jqlParseRoutes,
  ...jqlAutocompleteRoutes,
  ...jqlPrecomputationRoutes,
  ...fieldRoutes,
  ...fieldContextRoutes,
  ...fieldContextMappingRoutes,
  ...fieldConfigurationRoutes,
  ...fieldValueRoutes,
  ...peopleRoutes,
  ...expressionRoutes,
];

/** Every call of the service desk that is modelled. */
export const portalRoutes: readonly Route[] = [...serviceDeskRoutes, ...portalRequestRoutes];

const apis: readonly Api[] = [
  { prefix: '/rest/api/3', routes, bodyOf: ({ body }) => body },
  { prefix: '/rest/servicedeskapi', routes: portalRoutes, bodyOf: serviceDeskErrorBody },
];

export interface JiraSiteOptions {
  file: StateFile;
  /** Of what functions of apps answered: there may be much of it. */
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
  readonly #options: JiraSiteOptions;
  readonly #saves: readonly (() => Promise<void>)[];
  #functions: PrecomputedFunctions | undefined;
  #deliver: (event: JiraEvent) => void = () => undefined;

  private constructor(options: JiraSiteOptions, state: JiraState) {
    this.#options = options;
    this.model = new JiraModel(state, options);
    const { model } = this;
    this.#saves = [
      stateSaver(options.file, () => ({ ...model.state, precomputations: undefined })),
      stateSaver(options.precomputationFile, () => recordsOf(model.state)),
    ];
  }

  /** Reads the stored state; one that cannot be used is set aside, said, and replaced by the demo's. */
  static async open(options: JiraSiteOptions): Promise<JiraSite> {
    const state = await readSite(options);
    if (state) {
      const precomputations = await readPrecomputations(options);
      return new JiraSite(options, { ...state, precomputations });
    }
    const site = new JiraSite(options, options.createDemoState());
    await site.save();
    return site;
  }

  /** Adds JQL functions of an app; `evaluate` asks the app for what Jira does not keep. */
  addFunctions(functions: readonly AppFunction[], evaluate: EvaluateFunction): void {
    const { model } = this;
    const save = () => this.save();
    this.#functions = new PrecomputedFunctions({ model, functions, evaluate, save });
    model.jql = { ...model.jql, functions: this.#functions };
  }

  /** From now on `deliver` is told what happens here. */
  deliverEventsTo(deliver: (event: JiraEvent) => void): void {
    this.#deliver = deliver;
  }

  /** Brings back the demo state. */
  async reset(): Promise<void> {
    this.model.state = this.#options.createDemoState();
    this.#functions?.reset();
    this.model.hiddenEmails = new Set();
    this.model.arePortalsPublic = true;
    await this.save();
  }

  async save(): Promise<void> {
    await Promise.all(this.#saves.map((save) => save()));
  }

  /** Answers a call as Jira would. */
  readonly handle = async (request: JiraRequest): Promise<JiraReply> => {
    const api = apis.find(({ prefix }) => request.path.startsWith(`${prefix}/`));
    try {
      const match = findRoute(api, request);
      requireScope(match, request);
      const { caller, query, body } = request;
      const { parameters } = match;
      const reply = await match.route.answer({
        model: this.model,
        caller,
        parameters,
        query,
        body,
      });
      const { events = [], ...copy } = structuredClone(reply);
      const { method, isReadOnly = method === 'GET' } = match.route;
      if (!isReadOnly) await this.save();
      for (const event of events) this.#deliver(event);
      return copy;
    } catch (error) {
      if (error instanceof JiraError) {
        return { status: error.status, body: api ? api.bodyOf(error) : error.body };
      }
      throw error;
    }
  };
}

function recordsOf({ precomputations }: JiraState): Records {
  return new Map(precomputations.map((entry) => [entry.id, entry]));
}

/** Returns `undefined` where nothing is stored, or nothing that can be used. */
async function readSite(options: JiraSiteOptions): Promise<SiteState | undefined> {
  const { file, warn } = options;
  const stored = await file.read();
  if (stored === undefined) return undefined;
  const { data } = siteState.safeParse(stored);
  if (data && knowsAllTypes(options, data)) return data;
  const name = await file.setAside();
  warn(
    `The stored Jira state cannot be used and was set aside (${name}). Starting with the demo state.`,
  );
  return undefined;
}

/** What cannot be used is asked for again. */
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

function knowsAllTypes({ fieldTypes }: JiraSiteOptions, { fields }: SiteState): boolean {
  const keys = fieldTypes.map(({ declaration }) => declaration.key);
  return fields.every(({ typeKey }) => keys.includes(typeKey));
}
