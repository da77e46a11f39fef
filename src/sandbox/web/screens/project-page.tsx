import { useCallback, useMemo } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import type { ExtensionPoint } from '../../forge/extension-point';
import { AppResource } from '../host/app-resource';
import { CustomUiFrame } from '../host/custom-ui-frame';
import { readProject } from '../calls/jira-calls';
import type { ProjectPage } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { usePageTitle } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';
import { ProjectNavigation } from './project-navigation';

interface ProjectPageScreenProps {
  projectKey: string;
  moduleKey: string;
}

/** An app's page in a project, for people who may browse the project and have a license. */
export function ProjectPageScreen({ projectKey, moduleKey }: ProjectPageScreenProps) {
  const { tracker, state } = useSession();
  const load = useCallback(() => readProject(tracker, projectKey), [tracker, projectKey]);
  const loading = useLoaded(load);
  const page = state.projectPages.find((one) => one.moduleKey === moduleKey);
  if (page === undefined) return <NoPage />;
  return (
    <WhenLoaded loading={loading} what="project">
      {(project) => <OpenPage project={project} page={page} />}
    </WhenLoaded>
  );
}

function NoPage() {
  usePageTitle('Not found');
  return (
    <EmptyState
      header="No app has this page for you"
      headingLevel={1}
      description="The app was updated, or the address is wrong."
    />
  );
}

interface OpenPageProps {
  project: { key: string; name: string };
  page: ProjectPage;
}

function OpenPage({ project, page }: OpenPageProps) {
  const { moduleKey, title, resource, layout } = page;
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
      {layout === 'native' && (
        <div className="page-heading">
          <Heading size="large" as="h1">
            {title}
          </Heading>
        </div>
      )}
      <AppResource resource={resource} point={point} label={title} runWith={CustomUiFrame} />
    </>
  );
}
