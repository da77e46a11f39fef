import { searchIssues } from '../../../src/sandbox/jql/search-issues';
import { JiraError } from '../../../src/sandbox/jira/jira-error';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import type { CustomField, Issue, JiraState } from '../../../src/sandbox/jira/state';
import { createDemoState } from '../../../src/sandbox/jira/demo-state';
import { demoFacts } from '../support/demo-facts';
import { callerOf, now, openJira } from '../support/jira';

function field(id: string, name: string, typeKey: string, projectIds: string[]): CustomField {
  const context = { id: `1${id}`, name, description: '', projectIds, workTypeIds: [] };
  return {
    id: `customfield_${id}`,
    name,
    description: '',
    typeKey,
    contexts: [{ ...context, configurationId: `2${id}` }],
  };
}

/** The demo with two fields that share a name. */
function stateForSearches(): JiraState {
  const state = createDemoState(demoFacts, now);
  const objects = [{ objectId: 'room-1', label: 'Blue room' }];
  const place = { objects, objectIds: ['room-1'], labels: ['Blue room'] };
  state.fields.push(
    field('10070', 'Room', 'workspace-object', []),
    field('10071', 'Room', 'workspace-object', ['10010']),
  );
  const set = (key: string, id: string, value: unknown) => {
    const issue = state.issues.find((candidate) => candidate.key === key);
    if (issue) issue.values[id] = value;
  };
  set('DEMO-3', 'customfield_10070', place);
  set('HELP-1', 'customfield_10071', place);
  return state;
}

export function openSearchSite(): Promise<JiraSite> {
  return openJira({ createDemoState: stateForSearches });
}

/** Returns the keys that a query finds, or the status and sentences of its refusal. */
export async function keysOrRefusal({ model, functions }: JiraSite, jql: string, who = 'member') {
  try {
    const issues = await searchIssues({ model, functions, caller: callerOf(who), jql });
    return issues.map(({ key }: Issue) => key).join(' ');
  } catch (error) {
    if (!(error instanceof JiraError)) throw error;
    return { status: error.status, errors: error.body.errorMessages };
  }
}
