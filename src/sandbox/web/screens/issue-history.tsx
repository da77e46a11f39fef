import { useCallback, useEffect, useRef } from 'react';
import Avatar from '@atlaskit/avatar';
import Heading from '@atlaskit/heading';
import { listChanges } from '../calls/jira-issues';
import type { Change, ChangedField, IssueRecord } from '../calls/jira-records';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { useTimeText } from '../shell/time-text';
import { useLoaded } from '../shell/use-loaded';
import './issue-history.css';

/** Who changed what on an issue, the latest change first; read again when the issue is. */
export function IssueHistory({ issue }: { issue: IssueRecord }) {
  const { tracker } = useSession();
  const load = useCallback(() => listChanges(tracker, issue.key), [tracker, issue.key]);
  const loading = useLoaded(load);
  useReloadWith(issue, loading.reload);
  return (
    <section aria-labelledby="history-heading">
      <Heading size="small" as="h2" id="history-heading">
        History
      </Heading>
      <WhenLoaded loading={loading} what="history">
        {(changes) =>
          changes.length === 0 ? (
            <p className="subtle">Nothing has changed since this work item was created.</p>
          ) : (
            <ol className="history">
              {changes.map((change) => (
                <ChangeEntry key={change.id} change={change} />
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </section>
  );
}

function useReloadWith(issue: IssueRecord, reload: () => void): void {
  const shown = useRef(issue);
  useEffect(() => {
    if (shown.current !== issue) reload();
    shown.current = issue;
  }, [issue, reload]);
}

function ChangeEntry({ change: { author, created, items } }: { change: Change }) {
  const timeText = useTimeText();
  return (
    <li className="history-entry">
      <Avatar size="small" name={author.displayName} label="" />
      <div className="history-changes">
        {items.map((item) => (
          <div key={item.fieldId}>
            <p>
              <strong>{author.displayName}</strong> changed the <strong>{item.field}</strong>{' '}
              <time dateTime={created} className="subtle small">
                {timeText(created)}
              </time>
            </p>
            <ChangedText item={item} />
          </div>
        ))}
      </div>
    </li>
  );
}

/** What stood there before and after, where Jira keeps a text of it; each in its own direction. */
function ChangedText({ item: { fromString, toString: text } }: { item: ChangedField }) {
  if (fromString === null && text === null) return null;
  return (
    <p className="history-texts">
      <bdi>{fromString ?? 'None'}</bdi> <span aria-label="to">→</span> <bdi>{text ?? 'None'}</bdi>
    </p>
  );
}
