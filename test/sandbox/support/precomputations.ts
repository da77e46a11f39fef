import type { EvaluatedClause, FunctionOutcome } from '../../../src/sandbox/jql/app-functions';
import type { JiraSite, JiraSiteOptions } from '../../../src/sandbox/rest/jira-site';
import { keysOrRefusal } from '../jql/jql-site';
import { openJira } from './jira';
import { ManualTimers } from './manual-timers';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export const functionKey = 'ari:cloud:ecosystem::extension/app/env/static/workspace-objects';

/** Returns a call of the app's function as a query writes it. */
export function callOf(query: string, operator = 'in'): string {
  return `issue ${operator} workspaceObjects(${JSON.stringify(query)}, "Asset")`;
}

/** A Jira site with the function of an app that answers what a test tells it to. */
export class FunctionSite {
  readonly timers = new ManualTimers();
  readonly asked: { clause: EvaluatedClause; id: string }[] = [];
  answer: (clause: EvaluatedClause) => FunctionOutcome | Promise<FunctionOutcome> = () => ({
    jql: 'key = DEMO-1',
  });
  #site: JiraSite | undefined;

  static async open(options: Partial<JiraSiteOptions> = {}): Promise<FunctionSite> {
    const opened = new FunctionSite();
    const site = await openJira({ now: () => opened.timers.now(), ...options });
    const query = { name: 'query', required: true };
    const field = { name: 'field', required: true };
    const declared = { name: 'workspaceObjects', arguments: [query, field], types: ['issue'] };
    site.functions.add(
      [{ ...declared, functionKey, operators: ['in', 'not in'] }],
      async (clause, id) => {
        opened.asked.push({ clause, id });
        return opened.answer(clause);
      },
    );
    opened.#site = site;
    return opened;
  }

  get site(): JiraSite {
    if (!this.#site) throw new Error('The site is not open yet.');
    return this.#site;
  }

  /** Keeps the app from answering until what it says is passed to the returned function. */
  holdAnswer(): (outcome: FunctionOutcome) => void {
    let release: ((outcome: FunctionOutcome) => void) | undefined;
    const held = new Promise<FunctionOutcome>((resolve) => {
      release = resolve;
    });
    this.answer = () => held;
    return (outcome) => release?.(outcome);
  }

  /** Returns the keys that are found, or what the person is told instead. */
  async search(jql: string, who = 'member'): Promise<string> {
    const found = await keysOrRefusal(this.site, jql, who);
    return typeof found === 'string' ? found : `${found.status} ${found.errors.join(' ')}`;
  }
}
