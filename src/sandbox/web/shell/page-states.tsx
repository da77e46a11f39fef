import { useEffect, useState, type ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import SectionMessage from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import { ServerError } from '../calls/tracker-client';
import { usePageTitle } from './routing';
import type { Loading } from './use-loaded';

/** A spinner that appears only when waiting gets long enough to notice. */
export function LoadingMessage({ what }: { what: string }) {
  const isVisible = useDelay(200);
  return (
    <div className="page-state" role="status" aria-live="polite">
      {isVisible && <Spinner size="large" label={`Loading ${what}`} />}
    </div>
  );
}

/** Returns true once the component has been there for so long. */
export function useDelay(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}

/** What went wrong and, where asking again makes sense, a button for it. */
export function FailureMessage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ServerError && error.status === 401) return <LoggedOut />;
  if (error instanceof ServerError && error.status === 403) return <NoPermission />;
  if (error instanceof ServerError && error.status === 404) return <NotFound error={error} />;
  return (
    <div role="alert">
      <SectionMessage appearance="error" title="This didn’t load">
        <p>{errorText(error)}</p>
        <Button onClick={onRetry}>Try again</Button>
      </SectionMessage>
    </div>
  );
}

function LoggedOut() {
  usePageTitle('Log in');
  return (
    <EmptyState
      header="Log in to see this"
      headingLevel={1}
      description="Choose an account in the menu at the top."
    />
  );
}

export function NoPermission() {
  usePageTitle('No permission');
  return (
    <EmptyState
      header="You don’t have permission to see this"
      headingLevel={1}
      description="Ask a Jira admin for access, or switch to another account in the top navigation."
    />
  );
}

function NotFound({ error }: { error: ServerError }) {
  usePageTitle('Not found');
  return (
    <EmptyState
      header="We can’t find that page"
      headingLevel={1}
      description={
        error.errorMessages.join(' ') ||
        'It was deleted, or the account you’re using doesn’t have permission to see it.'
      }
    />
  );
}

/** Shows what was loaded, or that it is loading, or why it did not load. */
export function WhenLoaded<T>({
  loading: { loaded, reload },
  what,
  children,
}: {
  loading: Pick<Loading<T>, 'loaded' | 'reload'>;
  what: string;
  children: (value: T) => ReactNode;
}) {
  if (loaded.state === 'loading') return <LoadingMessage what={what} />;
  if (loaded.state === 'failed') return <FailureMessage error={loaded.error} onRetry={reload} />;
  return children(loaded.value);
}

/** A text for the person about anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
