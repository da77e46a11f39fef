import { useCallback } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import { listAppFields, readProject } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { navigate, RouteLink, usePageTitle } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded } from '../shell/use-loaded';
import { chosenColumns } from './chosen-columns';
import { FoundIssues } from './found-issues';
import { ProjectNavigation } from './project-navigation';
import { searchColumns } from './search-columns';
import { searchAddress, useSearch } from './use-search';
import './search.css';

/** The work items of a project: a search whose query is known. */
export function IssueListScreen({ projectKey }: { projectKey: string }) {
  usePageTitle(projectKey);
  const { tracker } = useSession();
  const load = useCallback(
    () => Promise.all([readProject(tracker, projectKey), listAppFields(tracker)]),
    [tracker, projectKey],
  );
  return (
    <WhenLoaded loading={useLoaded(load)} what="work items">
      {([project, appFields]) => (
        <>
          <ProjectNavigation project={project} />
          <div className="page-heading">
            <Heading size="large" as="h1">
              {project.name}
            </Heading>
            <RouteLink to={searchAddress(queryOf(projectKey))}>Search in this project</RouteLink>
          </div>
          <IssueList projectKey={project.key} appFields={appFields} />
        </>
      )}
    </WhenLoaded>
  );
}

function queryOf(projectKey: string): string {
  return `project = ${JSON.stringify(projectKey)} ORDER BY key ASC`;
}

interface IssueListProps {
  projectKey: string;
  appFields: readonly FieldBean[];
}

function IssueList({ projectKey, appFields }: IssueListProps) {
  const results = useSearch(queryOf(projectKey));
  const columns = chosenColumns(searchColumns(appFields, useTimeText()), null);
  return (
    <WhenLoaded loading={results} what="work items">
      {(found) => (
        <FoundIssues
          {...found}
          columns={columns}
          appFields={appFields}
          onSearch={(query) => navigate(searchAddress(query))}
          whenEmpty={
            <EmptyState
              header="This project has no work items yet"
              headingLevel={2}
              description="Select Create in the top navigation to add the first one."
            />
          }
        />
      )}
    </WhenLoaded>
  );
}
