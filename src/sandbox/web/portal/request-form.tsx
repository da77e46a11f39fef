import { useState, type FormEvent } from 'react';
import Button from '@atlaskit/button/new';
import { RequiredAsterisk } from '@atlaskit/form';
import SectionMessage from '@atlaskit/section-message';
import {
  TextFields,
  useTexts,
  AppFields,
  useAppFieldValues,
  FormProblems,
  useFormSubmission,
} from '../screens/form-fields';
import { findFieldType, type SandboxState } from '../calls/sandbox-calls';
import { raiseRequest, readRequestForm } from '../calls/portal-calls';
import type { FormFieldBean, RequestTypeBean, ServiceDeskBean } from '../../rest/portal-routes';
import { useReply, useSession } from '../session/session';
import { WhenLoaded, RouteButton } from '../shell/page-states';
import { navigate } from '../shell/routing';
import { isOpenTo, portalPath, PortalPage, portalStep } from './portal-page';

export function RequestFormScreen({ deskId, typeId }: { deskId: string; typeId: string }) {
  const [sentKey, setSentKey] = useState<string>();
  return (
    <WhenLoaded loading={useReply(readRequestForm, deskId, typeId)} what="form">
      {(form) => (
        <PortalPage
          title={form.requestType.name}
          steps={[portalStep(deskId, form.portal.projectName)]}
        >
          {sentKey === undefined ? (
            <RequestForm {...form} onSent={setSentKey} />
          ) : (
            <Sent requestKey={sentKey} deskId={deskId} />
          )}
        </PortalPage>
      )}
    </WhenLoaded>
  );
}

/** A visitor can't open what they sent. */
function Sent({ requestKey, deskId }: { requestKey: string; deskId: string }) {
  return (
    <div role="status">
      <SectionMessage appearance="success" title={`We got your request ${requestKey}`}>
        <p>Keep this number to ask about your request.</p>
        <RouteButton to={portalPath(deskId)}>Back to the help center</RouteButton>
      </SectionMessage>
    </div>
  );
}

/** Whether a field may be changed, and its module is open to the person. */
function isOnForm({ jiraSchema }: FormFieldBean, { fieldTypes, current }: SandboxState): boolean {
  const fieldType = findFieldType(fieldTypes, jiraSchema);
  return fieldType !== undefined && !fieldType.readOnly && isOpenTo(fieldType, current);
}

interface RequestFormProps {
  portal: ServiceDeskBean;
  requestType: RequestTypeBean;
  fields: readonly FormFieldBean[];
  /** A person who isn't logged in sent it. */
  onSent: (key: string) => void;
}

function RequestForm({ portal, requestType, fields, onSent }: RequestFormProps) {
  const { tracker, state } = useSession();
  const typed = useTexts((fieldId) => forget(fieldId));
  const appFields = useAppFieldValues((fieldId) => forget(fieldId));
  const { problems, isUnderWay, submit, forget } = useFormSubmission(appFields, async (values) => {
    const all = { ...typed.texts, ...values };
    const { issueKey } = await raiseRequest(tracker, portal.id, requestType.id, all);
    if (state.current.accountType === 'anonymous') onSent(issueKey);
    else navigate(portalPath(portal.id, issueKey));
  });
  const shown = fields.filter((field) => isOnForm(field, state));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="dialog-form">
      <p className="subtle">{requestType.description}</p>
      <FormProblems title="We couldn’t send your request" messages={problems.general} />
      <p className="subtle small">
        Required fields are marked with an asterisk <RequiredAsterisk />
      </p>
      <TextFields {...typed} problems={problems.fields} />
      <AppFields
        fields={shown.map(({ jiraSchema: schema, ...field }) => ({ ...field, schema }))}
        screen="portal-request"
        place={{ serviceDeskId: portal.id, requestTypeId: requestType.id }}
        values={appFields}
        problems={problems.fields}
      />
      <FormActions deskId={portal.id} isUnderWay={isUnderWay} />
    </form>
  );
}

function FormActions({ deskId, isUnderWay }: { deskId: string; isUnderWay: boolean }) {
  return (
    <div className="card-actions">
      <Button appearance="primary" type="submit" isLoading={isUnderWay}>
        Send
      </Button>
      <RouteButton to={portalPath(deskId)} appearance="subtle">
        Cancel
      </RouteButton>
    </div>
  );
}
