import { useCallback } from 'react';
import Heading from '@atlaskit/heading';
import { readIssue, type IssueRecord } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { usePageTitle } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded } from '../shell/use-loaded';
import { WaysBack } from '../shell/ways-back';
import { AdfDocument } from './adf';
import { AppField } from './app-field';
import { findFieldType } from './app-field-type';
import { StatusMenu } from './status-menu';
import './issue.css';

/** One issue: what it says on the left, its details on the right. */
export function IssueScreen({ issueKey }: { issueKey: string }) {
  usePageTitle(issueKey);
  const { tracker } = useSession();
  const load = useCallback(() => readIssue(tracker, issueKey), [tracker, issueKey]);
  const loading = useLoaded(load);
  return (
    <WhenLoaded loading={loading} what={issueKey}>
      {(issue) => <IssueView issue={issue} onChanged={loading.reload} />}
    </WhenLoaded>
  );
}

interface IssueViewProps {
  issue: IssueRecord;
  onChanged: () => void;
}

function IssueView({ issue, onChanged }: IssueViewProps) {
  usePageTitle(`[${issue.key}] ${issue.fields.summary}`);
  return (
    <div className="issue">
      <IssueBreadcrumbs issue={issue} />
      <div className="issue-columns">
        <div className="issue-main">
          <Heading size="large" as="h1">
            {issue.fields.summary}
          </Heading>
          <section aria-labelledby="description-heading">
            <Heading size="small" as="h2" id="description-heading">
              Description
            </Heading>
            <Description document={issue.fields.description} />
          </section>
        </div>
        <div className="issue-side">
          <StatusMenu issue={issue} onChanged={onChanged} />
          <Details issue={issue} onChanged={onChanged} />
        </div>
      </div>
    </div>
  );
}

function IssueBreadcrumbs({ issue: { key, fields } }: { issue: IssueRecord }) {
  const { project } = fields;
  const steps = [
    { text: 'Projects', href: '/projects' },
    { text: project.name, href: `/projects/${project.key}` },
    { text: key, href: `/browse/${key}` },
  ];
  return <WaysBack steps={steps} />;
}

function Description({ document }: { document: unknown }) {
  if (document === null || document === undefined) return <p className="subtle">None</p>;
  return (
    <div className="description">
      <AdfDocument document={document} />
    </div>
  );
}

function Details({ issue, onChanged }: IssueViewProps) {
  const { state } = useSession();
  const timeText = useTimeText();
  const { issuetype, reporter, created, updated } = issue.fields;
  const appFields = Object.keys(issue.fields).flatMap((fieldId) => {
    const fieldType = findFieldType(state.fieldTypes, issue.schema[fieldId]);
    return fieldType === undefined ? [] : [{ fieldId, fieldType }];
  });
  return (
    <section className="details" aria-labelledby="details-heading">
      <Heading size="small" as="h2" id="details-heading">
        Details
      </Heading>
      <DetailRow name="Work type">{issuetype.name}</DetailRow>
      <DetailRow name="Reporter">{reporter?.displayName ?? 'None'}</DetailRow>
      {appFields.map(({ fieldId, fieldType }) => (
        <AppField
          key={fieldId}
          issue={issue}
          fieldId={fieldId}
          name={issue.names[fieldId] ?? fieldId}
          fieldType={fieldType}
          onSaved={onChanged}
        />
      ))}
      <p className="subtle small">
        {created && <>Created {timeText(created)}</>}
        {updated && <> · Updated {timeText(updated)}</>}
      </p>
    </section>
  );
}

function DetailRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="detail-row">
      <div className="detail-name">{name}</div>
      <div className="detail-value">{children}</div>
    </div>
  );
}
