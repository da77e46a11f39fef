import { useCallback } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import { readPortal } from '../calls/portal-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { RouteLink, usePageTitle } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';
import { portalPath } from './portal-page';
import './portal.css';

/** What a portal offers. */
export function PortalHomeScreen({ deskId }: { deskId: string }) {
  usePageTitle('Help center');
  const { tracker } = useSession();
  const loading = useLoaded(useCallback(() => readPortal(tracker, deskId), [tracker, deskId]));
  return (
    <WhenLoaded loading={loading} what="help center">
      {({ portal, requestTypes }) => (
        <>
          <div className="portal-banner">
            <Heading size="xlarge" as="h1">
              {portal.projectName}
            </Heading>
            <p>Welcome! What can we help you with?</p>
          </div>
          {requestTypes.length === 0 ? (
            <EmptyState header="You can’t raise requests here yet" headingLevel={2} />
          ) : (
            <ul className="card-list portal-page">
              {requestTypes.map(({ id, name, description }) => (
                <li key={id} className="card">
                  <RouteLink to={portalPath(deskId, `create/${id}`)} className="card-title">
                    {name}
                  </RouteLink>
                  <span className="subtle">{description}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </WhenLoaded>
  );
}
