import { useCallback } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import { listProjects } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { RouteLink, usePageTitle } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';

/** The projects that the person may browse. */
export function ProjectsScreen() {
  usePageTitle('Projects');
  const { tracker } = useSession();
  const projects = useLoaded(useCallback(() => listProjects(tracker), [tracker]));
  return (
    <>
      <div className="page-heading">
        <Heading size="large" as="h1">
          Projects
        </Heading>
      </div>
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
