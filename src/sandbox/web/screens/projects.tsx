import { useMemo } from 'react';
import EmptyState from '@atlaskit/empty-state';
import { listProjects, listAppFields, readProject } from '../calls/jira-calls';
import { useReply, useSession, useTimeText } from '../session/session';
import { WhenLoaded, WaysBack, EmptyPage, PageHeading } from '../shell/page-states';
import {
  RouteLink,
  usePageTitle,
  navigate,
  followInPage,
  usePath,
  projectPagePath,
} from '../shell/routing';
import type { FieldBean } from '../../rest/representations';
import type { TrackerClient } from '../calls/tracker-client';
import { chosenColumns } from './result-list';
import { FoundIssues, searchColumns } from './found-issues';
import { searchAddress, useSearch } from './use-search';
import type { ExtensionPoint } from '../../forge/extension-point';
import { AppResource } from '../host/app-resource';
import { CustomUiFrame } from '../host/custom-ui-frame';
import type { ProjectPageModule } from '../../forge/manifest';
import './project-navigation.css';
import './search.css';

export function ProjectsScreen() {
  usePageTitle('Projects');
  const projects = useReply(listProjects);
  return (
    <>
      <PageHeading title="Projects" />
      <WhenLoaded loading={projects} what="projects">
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              header="You can’t browse any projects"
              headingLevel={2}
              description="This account doesn’t have permission to browse any projects. Switch to another account in the top navigation."
            />
          ) : (
            <ul className="card-list">
              {found.map(({ key, name }) => (
                <li key={key} className="card">
                  <RouteLink to={`/projects/${key}`} className="card-title">
                    {name}
                  </RouteLink>
                  <span className="subtle">{key}</span>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </>
  );
}

/** The work items of a project: a search whose query is known. */
export function IssueListScreen({ projectKey }: { projectKey: string }) {
  usePageTitle(projectKey);
  const loading = useReply(readProjectWithAppFields, projectKey);
  return (
    <WhenLoaded loading={loading} what="work items">
      {([project, appFields]) => (
        <>
          <ProjectNavigation project={project} />
          <PageHeading title={project.name}>
            <RouteLink to={searchAddress(queryOf(projectKey))}>Search in this project</RouteLink>
          </PageHeading>
          <IssueList projectKey={project.key} appFields={appFields} />
        </>
      )}
    </WhenLoaded>
  );
}

function readProjectWithAppFields(tracker: TrackerClient, key: string) {
  return Promise.all([readProject(tracker, key), listAppFields(tracker)]);
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

interface ProjectPageScreenProps {
  projectKey: string;
  moduleKey: string;
}

/** An app's page in a project, for people who may browse the project and have a license. */
export function ProjectPageScreen({ projectKey, moduleKey }: ProjectPageScreenProps) {
  const { state } = useSession();
  const loading = useReply(readProject, projectKey);
  const page = state.projectPages.find(({ key }) => key === moduleKey);
  if (page === undefined) {
    return (
      <EmptyPage
        title="Not found"
        header="No app has this page for you"
        description="The app was updated, or the address is wrong."
      />
    );
  }
  return (
    <WhenLoaded loading={loading} what="project">
      {(project) => <OpenPage project={project} page={page} />}
    </WhenLoaded>
  );
}

interface OpenPageProps {
  project: { key: string; name: string };
  page: ProjectPageModule;
}

function OpenPage({ project, page }: OpenPageProps) {
  const { key: moduleKey, title, resource, layout } = page;
  const projectKey = project.key;
  usePageTitle(`${title} - ${project.name}`);
  const point = useMemo<ExtensionPoint>(
    () => ({
      moduleKey,
      entryPoint: 'page',
      extensionHint: { projectKey, renderContext: '', location: location.href },
    }),
    [moduleKey, projectKey],
  );
  return (
    <>
      <ProjectNavigation project={project} />
      {layout === 'native' && <PageHeading title={title} />}
      <AppResource resource={resource} point={point} label={title} runWith={CustomUiFrame} />
    </>
  );
}

/** What stands above each page of a project: where it is, and the project's own pages. */
function ProjectNavigation({ project }: { project: { key: string; name: string } }) {
  const { state } = useSession();
  const path = usePath();
  const list = `/projects/${encodeURIComponent(project.key)}`;
  const appPages = state.projectPages.map(({ key, title }) => {
    const href = projectPagePath(project.key, key);
    return { text: title, href, isOpen: path === href || path.startsWith(`${href}/`) };
  });
  const entries = [{ text: 'Work items', href: list, isOpen: path === list }, ...appPages];
  const steps = [
    { text: 'Projects', href: '/projects' },
    { text: project.name, href: list },
    ...appPages.filter(({ isOpen }) => isOpen),
  ];
  return (
    <>
      <WaysBack steps={steps} />
      <nav aria-label="Project" className="project-navigation">
        {entries.map(({ text, href, isOpen }) => (
          <a
            key={href}
            href={href}
            aria-current={isOpen ? 'page' : undefined}
            onClick={(event) => followInPage(event, href)}
          >
            {text}
          </a>
        ))}
      </nav>
    </>
  );
}
