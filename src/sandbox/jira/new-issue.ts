import { appUser } from './accounts';
import type { JiraModel } from './model';
import type { Caller } from './jira-caller';
import type { Issue } from './state';

/** Returns an issue that the caller reports, with the project's next key; not yet on the site. */
export function newIssue(
  model: JiraModel,
  caller: Caller,
  place: Pick<Issue, 'projectId' | 'workTypeId'>,
): Issue {
  const now = model.now().toISOString();
  const project = model.projectOf(place);
  const key = `${project.key}-${project.nextNumber}`;
  project.nextNumber += 1;
  return {
    id: model.takeId(),
    key,
    ...place,
    summary: '',
    description: null,
    status: 'To Do',
    reporterId: caller.kind === 'person' ? caller.accountId : appUser.accountId,
    assigneeId: null,
    created: now,
    updated: now,
    values: {},
  };
}
