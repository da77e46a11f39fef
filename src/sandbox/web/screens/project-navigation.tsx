import Breadcrumbs, { BreadcrumbsItem } from '@atlaskit/breadcrumbs';
import { useSession } from '../session/session';
import { projectPagePath } from '../shell/jira-addresses';
import { followInPage, usePath } from '../shell/routing';
import './project-navigation.css';

/** What stands above each page of a project: the way back, and the project's own pages. */
export function ProjectNavigation({ projectKey }: { projectKey: string }) {
  const { state } = useSession();
  const path = usePath();
  const list = `/projects/${encodeURIComponent(projectKey)}`;
  const entries = [
    { text: 'Work items', href: list, isOpen: path === list },
    ...state.projectPages.map(({ moduleKey, title }) => {
      const href = projectPagePath(projectKey, moduleKey);
      return { text: title, href, isOpen: path === href || path.startsWith(`${href}/`) };
    }),
  ];
  return (
    <>
      <Breadcrumbs label="Breadcrumbs">
        <BreadcrumbsItem
          text="Projects"
          href="/projects"
          onClick={(event) => followInPage(event, '/projects')}
        />
      </Breadcrumbs>
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
