import { useMemo } from 'react';
import EmptyState from '@atlaskit/empty-state';
import { AppResource } from '../host/app-resource';
import type { ExtensionPoint } from '../../server/app-context';
import { useSession } from '../session/session';
import { navigate, RouteLink, usePageTitle } from '../shell/routing';
import { SettingsFrame } from './settings-frame';

/** The pages that apps add to a person's settings. */
export function AppPagesScreen() {
  usePageTitle('Apps');
  const { state } = useSession();
  return (
    <SettingsFrame title="Apps">
      {state.pages.length === 0 ? (
        <EmptyState
          header="No app has a page here"
          headingLevel={2}
          description="Pages appear when an app with a personal settings page is installed."
        />
      ) : (
        <ul className="card-list">
          {state.pages.map(({ moduleKey, title }) => (
            <li key={moduleKey} className="card">
              <RouteLink to={`/settings/apps/${moduleKey}`} className="card-title">
                {title}
              </RouteLink>
            </li>
          ))}
        </ul>
      )}
    </SettingsFrame>
  );
}

/** One page of an app. */
export function AppPageScreen({ moduleKey }: { moduleKey: string }) {
  const { state } = useSession();
  const page = state.pages.find((one) => one.moduleKey === moduleKey);
  usePageTitle(page?.title ?? 'Not found');
  const point = useMemo<ExtensionPoint>(
    () => ({ moduleKey, entryPoint: 'page', extensionHint: { renderContext: '' } }),
    [moduleKey],
  );
  if (page === undefined) {
    return (
      <EmptyState
        header="No app has this page"
        headingLevel={1}
        description="The app was updated, or the address is wrong."
      />
    );
  }
  return (
    <SettingsFrame title={page.title} above={[{ text: 'Apps', href: '/settings/apps' }]}>
      <AppResource
        resource={page.resource}
        point={point}
        label={page.title}
        onClose={() => navigate('/settings/apps')}
      />
    </SettingsFrame>
  );
}
