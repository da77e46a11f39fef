import { useState } from 'react';
import Heading from '@atlaskit/heading';
import Button from '@atlaskit/button/new';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { AppResource } from '../host/app-resource';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { AppPage } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { NoPermission, EmptyPage, PageHeading } from '../shell/page-states';
import { navigate, RouteLink, usePageTitle } from '../shell/routing';
import { SettingsFrame } from './settings-frame';
import { removeGrant } from '../calls/sandbox-calls';
import { useMessages } from '../shell/flags';
import { SettingsDialog } from './dialogs';

/** The pages that apps add to Jira's settings, for admins, and to a person's own. */
export function AppPagesScreen() {
  usePageTitle('Apps');
  const { state } = useSession();
  const forAdmins = state.pages.filter(isForAdmins);
  return (
    <SettingsFrame title="Apps">
      {state.current.isAdmin && <PageList title="Jira settings" pages={forAdmins} />}
      <PageList
        title="Personal settings"
        pages={state.pages.filter((page) => !isForAdmins(page))}
      />
    </SettingsFrame>
  );
}

function isForAdmins({ moduleType }: AppPage): boolean {
  return moduleType === 'jira:adminPage';
}

function PageList({ title, pages }: { title: string; pages: readonly AppPage[] }) {
  return (
    <section className="app-pages">
      <Heading size="small" as="h2">
        {title}
      </Heading>
      {pages.length === 0 ? (
        <p className="subtle">No app has a page here.</p>
      ) : (
        <ul className="card-list">
          {pages.map(({ key, title: name }) => (
            <li key={key} className="card">
              <RouteLink to={`/settings/apps/${key}`} className="card-title">
                {name}
              </RouteLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One page of an app; one in Jira's settings is for admins alone. */
export function AppPageScreen({ moduleKey }: { moduleKey: string }) {
  const { state } = useSession();
  const page = state.pages.find(({ key }) => key === moduleKey);
  if (page === undefined) {
    return (
      <EmptyPage
        title="Not found"
        header="No app has this page"
        description="The app was updated, or the address is wrong."
      />
    );
  }
  if (isForAdmins(page) && !state.current.isAdmin) return <NoPermission />;
  return <OpenPage page={page} />;
}

function OpenPage({ page }: { page: AppPage }) {
  const { key: moduleKey, title, resource } = page;
  usePageTitle(title);
  const extensionHint = { renderContext: '', location: location.href };
  // The same for as long as the page is open.
  const [point] = useState<ExtensionPoint>({ moduleKey, entryPoint: 'page', extensionHint });
  return (
    <SettingsFrame title={title} above={[{ text: 'Apps', href: '/settings/apps' }]}>
      <AppResource
        resource={resource}
        point={point}
        label={title}
        onClose={() => navigate('/settings/apps')}
      />
      {isForAdmins(page) && <LocalAddresses />}
    </SettingsFrame>
  );
}

/** The app knows only the addresses in its manifest. */
function LocalAddresses() {
  const { origins } = useSession().state;
  return Object.entries(origins).map(([origin, local]) => (
    <p key={origin} className="subtle small">
      In this sandbox, {origin} stands for {local}.
    </p>
  ));
}

/** Where a person takes back what they let apps read; a page of id.atlassian.com in production. */
export function ConnectedAppsScreen() {
  usePageTitle('Connected apps');
  const { grant } = useSession().state;
  return (
    <>
      <PageHeading title="Connected apps" />
      {grant === null ? (
        <p>You haven’t given any app access to your accounts.</p>
      ) : (
        <ul className="card-list">
          <li className="card">
            <span className="card-title">{grant.providerName}</span>
            <span className="subtle">Connected as {grant.displayName}</span>
            <div className="card-actions">
              <Disconnect providerName={grant.providerName} />
            </div>
          </li>
        </ul>
      )}
    </>
  );
}

function Disconnect({ providerName }: { providerName: string }) {
  const { tracker, state, reload } = useSession();
  const { showSuccess } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const disconnect = async () => {
    await removeGrant(tracker, state.current.account);
    showSuccess({ id: 'disconnected', title: `${providerName} was disconnected` });
    reload();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Disconnect</Button>
      <ModalTransition>
        {isAsking && (
          <SettingsDialog
            title={`Disconnect ${providerName}?`}
            submitLabel="Disconnect"
            appearance="danger"
            onSubmit={disconnect}
            onClose={() => setAsking(false)}
          >
            <p>The app can’t read anything for you until you connect your account again.</p>
          </SettingsDialog>
        )}
      </ModalTransition>
    </>
  );
}
