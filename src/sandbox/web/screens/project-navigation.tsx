import { useSession } from '../session/session';
import { projectPagePath } from '../shell/jira-addresses';
import { followInPage, usePath } from '../shell/routing';
import { WaysBack } from '../shell/ways-back';
import './project-navigation.css';

interface ProjectNavigationProps {
  project: { key: string; name: string };
}

/** What stands above each page of a project: where it is, and the project's own pages. */
export function ProjectNavigation({ project }: ProjectNavigationProps) {
  const { state } = useSession();
  const path = usePath();
  const list = `/projects/${encodeURIComponent(project.key)}`;
  const appPages = state.projectPages.map(({ moduleKey, title }) => {
    const href = projectPagePath(project.key, moduleKey);
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
