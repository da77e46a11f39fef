import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { FlagsProvider } from '@atlaskit/flag';
import { NoJira, PortalHomeScreen, onlyPortal, PortalNavigation } from './portal/portal-page';
import { RequestFormScreen } from './portal/request-form';
import { RequestListScreen, RequestScreen } from './portal/requests';
import { AppPageScreen, AppPagesScreen, ConnectedAppsScreen } from './screens/app-pages';
import { ContextConfigurationScreen } from './screens/context-configuration';
import { FieldContextsScreen } from './screens/field-contexts';
import { FieldsScreen } from './screens/fields';
import { IssueScreen } from './screens/issue';
import { IssueListScreen, ProjectPageScreen, ProjectsScreen } from './screens/projects';
import { SearchScreen } from './screens/search';
import { AdminOnly, SessionProvider, useSession } from './session/session';
import { EmptyPage } from './shell/page-states';
import { findPlaceOf, matchPath, navigate, usePath, useQuery } from './shell/routing';
import { useGlobalTheme } from './shell/theme';
import { TopNavigation } from './shell/top-navigation';

/** The whole page: who is signed in, the top navigation, and the screen that the path names. */
export function App() {
  useGlobalTheme();
  return (
    <SessionProvider>
      <FlagsProvider>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Site />
      </FlagsProvider>
    </SessionProvider>
  );
}

/** The help center has a bar of its own, and is all that people without a license can open. */
function Site() {
  const isLicensed = useSession().state.current.accountType === 'licensed';
  const isPortal = usePath().startsWith('/portal/');
  if (isPortal || !isLicensed) {
    return (
      <>
        <PortalNavigation />
        {isPortal ? <Screen /> : <NoJiraScreen />}
      </>
    );
  }
  return (
    <>
      <TopNavigation />
      <Screen />
    </>
  );
}

function NoJiraScreen() {
  const path = usePath();
  useEffect(() => {
    if (path === '/') navigate(onlyPortal);
  }, [path]);
  return <Content place={path}>{path === '/' ? null : <NoJira />}</Content>;
}

type Parameters = Readonly<Record<string, string>>;

const routes: readonly [pattern: string, screen: (parameters: Parameters) => ReactNode][] = [
  ['/projects', () => <ProjectsScreen />],
  ['/projects/:key', ({ key = '' }) => <IssueListScreen key={key} projectKey={key} />],
  [
    '/projects/:key/apps/:moduleKey/*',
    ({ key = '', moduleKey = '' }) => (
      <ProjectPageScreen key={`${key} ${moduleKey}`} projectKey={key} moduleKey={moduleKey} />
    ),
  ],
  ['/issues', () => <SearchScreen />],
  ['/browse/:key', ({ key = '' }) => <IssueScreen key={key} issueKey={key} />],
  ['/portal/:desk', ({ desk = '' }) => <PortalHomeScreen key={desk} deskId={desk} />],
  ['/portal/:desk/requests', ({ desk = '' }) => <RequestListScreen key={desk} deskId={desk} />],
  [
    '/portal/:desk/create/:type',
    ({ desk = '', type = '' }) => (
      <RequestFormScreen key={`${desk} ${type}`} deskId={desk} typeId={type} />
    ),
  ],
  ['/portal/:desk/:key', ({ key = '' }) => <RequestScreen key={key} requestKey={key} />],
  ['/settings/fields', () => forAdmins(<FieldsScreen />)],
  [
    '/settings/fields/:id',
    ({ id = '' }) => forAdmins(<FieldContextsScreen key={id} fieldId={id} />),
  ],
  [
    '/settings/fields/:id/contexts/:contextId/configuration',
    ({ id = '', contextId = '' }) =>
      forAdmins(
        <ContextConfigurationScreen
          key={`${id} ${contextId}`}
          fieldId={id}
          fieldContextId={contextId}
        />,
      ),
  ],
  ['/manage-profile/apps', () => <ConnectedAppsScreen />],
  ['/settings/apps', () => <AppPagesScreen />],
  ['/settings/apps/:key', ({ key = '' }) => <AppPageScreen key={key} moduleKey={key} />],
];

function forAdmins(screen: ReactNode): ReactNode {
  return <AdminOnly>{screen}</AdminOnly>;
}

const redirects: Readonly<Record<string, string>> = {
  '/': '/projects',
  '/settings': '/settings/fields',
};

function Screen() {
  const path = usePath();
  const query = useQuery();
  const target = redirects[path] ?? findPlaceOf(path, query);
  useEffect(() => {
    if (target !== undefined) navigate(target);
  }, [target]);
  if (target !== undefined) return null;
  for (const [pattern, screen] of routes) {
    const parameters = matchPath(pattern, path);
    if (parameters === undefined) continue;
    // Below such a pattern the app changes the address by itself.
    const place = pattern.endsWith('/*') ? JSON.stringify(parameters) : path;
    return <Content place={place}>{screen(parameters)}</Content>;
  }
  return (
    <Content place={path}>
      <EmptyPage
        title="Not found"
        header="There is no page at this address"
        description="Pick a project in the top navigation."
      />
    </Content>
  );
}

function Content({ place, children }: { place: string; children: ReactNode }) {
  const main = useFocusAfterNavigation(place);
  return (
    <main ref={main} id="content" className="page" tabIndex={-1}>
      {children}
    </main>
  );
}

/** Moves the focus to a new screen, for people who don't see that it changed. */
function useFocusAfterNavigation(place: string): RefObject<HTMLElement> {
  const main = useRef<HTMLElement>(null);
  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current !== place) main.current?.focus();
    shownPlace.current = place;
  }, [place]);
  return main;
}
