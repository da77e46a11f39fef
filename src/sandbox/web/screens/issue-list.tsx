import { useCallback, useEffect, useState } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import { listAppFields } from '../calls/jira-fields';
import { listIssues, readProject } from '../calls/jira-issues';
import type { Field, IssuePage, ListedIssue, Project } from '../calls/jira-records';
import { useSession } from '../session/session';
import { FailureMessage, WhenLoaded } from '../shell/page-states';
import { RouteLink, usePageTitle } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';
import { listenToIssueChanges } from './issue-changes';
import { ProjectNavigation } from './project-navigation';
import { StatusLozenge } from './status-lozenge';

interface ListedProject {
  project: Project;
  fields: Field[];
  firstPage: IssuePage;
}

/** The issues of a project, with the formatted text of the app's fields. */
export function IssueListScreen({ projectKey }: { projectKey: string }) {
  usePageTitle(projectKey);
  const { tracker } = useSession();
  const load = useCallback(async (): Promise<ListedProject> => {
    const [project, fields] = await Promise.all([
      readProject(tracker, projectKey),
      listAppFields(tracker),
    ]);
    const ids = fields.map(({ id }) => id);
    return { project, fields, firstPage: await listIssues(tracker, projectKey, ids) };
  }, [tracker, projectKey]);
  const loading = useLoaded(load);
  const { reload } = loading;
  useEffect(() => listenToIssueChanges(reload), [reload]);
  return (
    <WhenLoaded loading={loading} what="issues">
      {(listed) => (
        <>
          <ProjectNavigation projectKey={listed.project.key} />
          <div className="page-heading">
            <Heading size="large" as="h1">
              {listed.project.name}
            </Heading>
            <RouteLink to={searchAddress(projectKey)}>Search in this project</RouteLink>
          </div>
          <IssueList key={listed.firstPage.issues.length} {...listed} />
        </>
      )}
    </WhenLoaded>
  );
}

function searchAddress(projectKey: string): string {
  const jql = `project = ${JSON.stringify(projectKey)} ORDER BY key ASC`;
  return `/issues?${new URLSearchParams({ jql }).toString()}`;
}

function IssueList({ project, fields, firstPage }: ListedProject) {
  const { issues, error, hasMore, loadMore } = useMorePages(project.key, fields, firstPage);
  const columns = fields.filter(({ id }) =>
    issues.some(({ renderedFields }) => renderedFields !== undefined && id in renderedFields),
  );
  if (issues.length === 0) {
    return (
      <EmptyState
        header="This project has no work items yet"
        headingLevel={2}
        description="Select Create in the top navigation to add the first one."
      />
    );
  }
  return (
    <>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Issues">
        <table className="issue-table">
          <thead>
            <tr>
              {['Key', 'Type', 'Summary', 'Status', ...columns.map(({ name }) => name)].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {issues.map((issue) => (
              <IssueRow key={issue.id} issue={issue} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {error !== undefined && <FailureMessage error={error} onRetry={loadMore} />}
      {hasMore && <Button onClick={loadMore}>Show more</Button>}
    </>
  );
}

function IssueRow({ issue, columns }: { issue: ListedIssue; columns: readonly Field[] }) {
  const { summary, status, issuetype } = issue.fields;
  return (
    <tr>
      <td className="issue-key">
        <RouteLink to={`/browse/${issue.key}`}>{issue.key}</RouteLink>
      </td>
      <td>{issuetype.name}</td>
      <td className="issue-summary">
        <RouteLink to={`/browse/${issue.key}`}>{summary}</RouteLink>
      </td>
      <td>
        <StatusLozenge status={status} />
      </td>
      {columns.map(({ id, name }) => (
        <td key={id} data-field={name}>
          {formattedText(issue.renderedFields?.[id])}
        </td>
      ))}
    </tr>
  );
}

/** Lists show the formatter's text, never the app's own view. */
function formattedText(rendered: unknown): string {
  return typeof rendered === 'string' ? rendered : '';
}

function useMorePages(projectKey: string, fields: readonly Field[], firstPage: IssuePage) {
  const { tracker } = useSession();
  const [more, setMore] = useState<readonly IssuePage[]>([]);
  const [error, setError] = useState<unknown>();
  const pages = [firstPage, ...more];
  const nextPageToken = pages.at(-1)?.nextPageToken;
  const loadMore = () => {
    const ids = fields.map(({ id }) => id);
    setError(undefined);
    listIssues(tracker, projectKey, ids, nextPageToken).then(
      (page) => setMore((before) => [...before, page]),
      setError,
    );
  };
  const issues = pages.flatMap((page) => page.issues);
  return { issues, error, hasMore: nextPageToken !== undefined, loadMore };
}
