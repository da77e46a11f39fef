import type { ReactNode } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Lozenge from '@atlaskit/lozenge';
import { listRequests, readPortal, readRequest, readRequestForm } from '../calls/portal-calls';
import type { TrackerClient } from '../calls/tracker-client';
import type { PortalRequestBean, FormFieldBean } from '../../rest/portal-routes';
import { useReply, useSession, useTimeText } from '../session/session';
import { WhenLoaded, RouteButton } from '../shell/page-states';
import { RouteLink } from '../shell/routing';
import { portalPath, PortalPage, portalStep, isOpenTo } from './portal-page';
import { AppResource } from '../host/app-resource';
import { AdfDocument } from '../screens/adf';
import { findFieldType } from '../calls/sandbox-calls';
import type { AppFieldType } from '../calls/sandbox-calls';
import type { ExtensionPoint } from '../../forge/extension-point';

export function RequestListScreen({ deskId }: { deskId: string }) {
  return (
    <WhenLoaded loading={useReply(readRequestList, deskId)} what="requests">
      {([requests, { portal }]) => (
        <PortalPage title="Requests" steps={[portalStep(deskId, portal.projectName)]}>
          {requests.length === 0 ? <NoRequests deskId={deskId} /> : <Requests {...{ requests }} />}
        </PortalPage>
      )}
    </WhenLoaded>
  );
}

function readRequestList(tracker: TrackerClient, deskId: string) {
  return Promise.all([listRequests(tracker), readPortal(tracker, deskId)]);
}

function NoRequests({ deskId }: { deskId: string }) {
  return (
    <EmptyState
      header="You haven’t raised a request yet"
      headingLevel={2}
      description="Requests that you raise are listed here."
      primaryAction={
        <RouteButton to={portalPath(deskId)} appearance="primary">
          Raise a request
        </RouteButton>
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

export function RequestScreen({ requestKey }: { requestKey: string }) {
  return (
    <WhenLoaded loading={useReply(readRequestWithForm, requestKey)} what={requestKey}>
      {({ request, form }) => (
        <PortalPage
          title={request.summary}
          steps={[
            portalStep(form.portal.id, form.portal.projectName),
            { text: 'Requests', href: portalPath(form.portal.id, 'requests') },
          ]}
        >
          <Facts request={request} requestType={form.requestType.name} />
          <Values request={request} fields={form.fields} />
        </PortalPage>
      )}
    </WhenLoaded>
  );
}

async function readRequestWithForm(tracker: TrackerClient, key: string) {
  const request = await readRequest(tracker, key);
  const { serviceDeskId, requestTypeId } = request;
  return { request, form: await readRequestForm(tracker, serviceDeskId, requestTypeId) };
}

function Facts({ request, requestType }: { request: PortalRequestBean; requestType: string }) {
  const timeText = useTimeText();
  const { issueKey, reporter, createdDate } = request;
  return (
    <dl className="facts">
      <dt>Reference</dt>
      <dd>{issueKey}</dd>
      <dt>Status</dt>
      <dd>
        <RequestStatus request={request} />
      </dd>
      <dt>Request type</dt>
      <dd>{requestType}</dd>
      <dt>Raised by</dt>
      <dd>
        {reporter.displayName}, {timeText(createdDate.iso8601)}
      </dd>
    </dl>
  );
}

const appearances = { NEW: 'default', INDETERMINATE: 'inprogress', DONE: 'success' } as const;

function RequestStatus({ request: { currentStatus } }: { request: PortalRequestBean }) {
  const { status, statusCategory } = currentStatus;
  const appearance = Object.entries(appearances).find(([name]) => name === statusCategory)?.[1];
  return <Lozenge appearance={appearance ?? 'default'}>{status}</Lozenge>;
}

interface ValuesProps {
  request: PortalRequestBean;
  fields: readonly FormFieldBean[];
}

function Values({ request, fields }: ValuesProps) {
  const { state } = useSession();
  const description = request.requestFieldValues.find(({ fieldId }) => fieldId === 'description');
  return (
    <>
      <Value name="Description">
        {description?.value ? <AdfDocument document={description.value} /> : 'None'}
      </Value>
      {fields.map(({ fieldId, name, jiraSchema }) => {
        const fieldType = findFieldType(state.fieldTypes, jiraSchema);
        if (!fieldType || !isOpenTo(fieldType, state.current)) return null;
        return (
          <Value key={fieldId} name={name}>
            <AppValue {...{ request, fieldId, name, fieldType }} />
          </Value>
        );
      })}
    </>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="portal-value" role="group" aria-label={name}>
      <div className="field-label">{name}</div>
      {children}
    </div>
  );
}

interface AppValueProps {
  request: PortalRequestBean;
  fieldId: string;
  name: string;
  fieldType: AppFieldType;
}

function AppValue({ request, fieldId, name, fieldType }: AppValueProps) {
  const point: ExtensionPoint = {
    moduleKey: fieldType.key,
    entryPoint: 'view',
    extensionHint: { fieldId, issueKey: request.issueKey, renderContext: 'portal-view' },
  };
  const { view } = fieldType;
  if (!view.experience.includes('portal-view')) {
    return <span className="subtle">The app doesn’t show this field on a request.</span>;
  }
  return <AppResource resource={view.resource} point={point} label={name} />;
}
