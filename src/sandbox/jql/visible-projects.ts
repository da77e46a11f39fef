import type { Issue, Project } from '../jira/state';
import type { SearchContext } from './search-field';

/** The projects whose issues the caller may see. */
export function visibleProjects({
  model,
  caller,
}: Pick<SearchContext, 'model' | 'caller'>): readonly Project[] {
  return model.state.projects.filter((project) => model.mayBrowse(caller, project));
}

/** The issues that the caller may see, as searches know them. */
export function visibleIssues(context: Pick<SearchContext, 'model' | 'caller'>): readonly Issue[] {
  const ids = new Set(visibleProjects(context).map(({ id }) => id));
  const { state, writes } = context.model;
  const seen = state.issues.filter(({ projectId }) => ids.has(projectId));
  return seen.flatMap((issue) => writes.findIndexed(issue) ?? []);
}
