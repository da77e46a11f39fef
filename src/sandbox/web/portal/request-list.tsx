import { useCallback } from 'react';
import { LinkButton } from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import { listRequests, readPortal } from '../calls/portal-calls';
import type { PortalRequestBean } from '../../rest/portal-request-routes';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { followInPage, RouteLink } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded } from '../shell/use-loaded';
import { portalPath, PortalPage, portalStep } from './portal-page';
import { RequestStatus } from './request-screen';

/** The requests that the person raised or takes part in. */
export function RequestListScreen({ deskId }: { deskId: string }) {
  const { tracker } = useSession();
  const load = useCallback(async () => {
    const [requests, { portal }] = await Promise.all([
      listRequests(tracker),
      readPortal(tracker, deskId),
    ]);
    return { requests, portal };
  }, [tracker, deskId]);
  return (
    <WhenLoaded loading={useLoaded(load)} what="requests">
      {({ requests, portal }) => (
        <PortalPage title="Requests" steps={[portalStep(deskId, portal.projectName)]}>
          {requests.length === 0 ? <NoRequests deskId={deskId} /> : <Requests {...{ requests }} />}
        </PortalPage>
      )}
    </WhenLoaded>
  );
}

function NoRequests({ deskId }: { deskId: string }) {
  return (
    <EmptyState
      header="You haven’t raised a request yet"
      headingLevel={2}
      description="Requests that you raise or that someone shares with you are listed here."
      primaryAction={
        <LinkButton
          appearance="primary"
          href={portalPath(deskId)}
          onClick={(event) => followInPage(event, portalPath(deskId))}
        >
          Raise a request
        </LinkButton>
      }
    />
  );
}

function Requests({ requests }: { requests: readonly PortalRequestBean[] }) {
  const timeText = useTimeText();
  return (
    <ul className="card-list">
      {requests.map((request) => (
        <li key={request.issueKey} className="card">
          <RouteLink
            to={portalPath(request.serviceDeskId, request.issueKey)}
            className="card-title"
          >
            {request.summary}
          </RouteLink>
          <div className="card-heading">
            <RequestStatus request={request} />
            <span className="subtle">
              {request.issueKey} · {timeText(request.createdDate.iso8601)}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
