import { useEffect, useState, type ReactNode, useCallback } from 'react';
import Button, { LinkButton } from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import SectionMessage from '@atlaskit/section-message';
import Spinner from '@atlaskit/spinner';
import Breadcrumbs, { BreadcrumbsItem } from '@atlaskit/breadcrumbs';
import { ServerError } from '../calls/tracker-client';
import { usePageTitle, followInPage } from './routing';

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
  if (error instanceof ServerError && error.status === 401) {
    return (
      <EmptyPage
        title="Log in"
        header="Log in to see this"
        description="Choose an account in the menu at the top."
      />
    );
  }
  if (error instanceof ServerError && error.status === 403) return <NoPermission />;
  if (error instanceof ServerError && error.status === 404) {
    return (
      <EmptyPage
        title="Not found"
        header="We can’t find that page"
        description={
          error.errorMessages.join(' ') ||
          'It was deleted, or the account you’re using doesn’t have permission to see it.'
        }
      />
    );
  }
  return (
    <div role="alert">
      <SectionMessage appearance="error" title="This didn’t load">
        <p>{errorText(error)}</p>
        <p>
          <Button onClick={onRetry}>Try again</Button>
        </p>
      </SectionMessage>
    </div>
  );
}

export function NoPermission() {
  return (
    <EmptyPage
      title="No permission"
      header="You don’t have permission to see this"
      description="Ask a Jira admin for access, or switch to another account in the top navigation."
    />
  );
}

/** In place of a page that there is not, or not for this person; `title` is for the browser tab. */
export function EmptyPage({
  title,
  ...texts
}: {
  title: string;
  header: string;
  description: string;
  primaryAction?: ReactNode;
}) {
  usePageTitle(title);
  return <EmptyState headingLevel={1} {...texts} />;
}

/** The heading of a page, with what can be done on the page as a whole. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="page-heading">
      <Heading size="large" as="h1">
        {title}
      </Heading>
      {children}
    </div>
  );
}

interface RouteButtonProps {
  to: string;
  appearance?: 'primary' | 'subtle';
  children: string;
}

/** A link that looks like a button, and changes the page without reloading it. */
export function RouteButton({ to, appearance, children }: RouteButtonProps) {
  return (
    <LinkButton href={to} appearance={appearance} onClick={(event) => followInPage(event, to)}>
      {children}
    </LinkButton>
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

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; value: T };

export interface Loading<T> {
  loaded: Loaded<T>;
  /** True while an answer is on its way, also where an earlier one is shown. */
  isLoading: boolean;
  /** Asks again; what is shown stays until the new answer is there. */
  reload: () => void;
}

interface Answer<T> {
  to: () => Promise<T>;
  attempt: number;
  loaded: Loaded<T>;
}

/**
 * Loads when `load` changes identity (wrap it in `useCallback`); a late answer to an earlier
 * question is dropped.
 */
export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const [answer, setAnswer] = useState<Answer<T>>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (loaded: Loaded<T>) => {
      if (isCurrent) setAnswer({ to: load, attempt, loaded });
    };
    load().then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const isAnswered = answer?.to === load;
  return {
    loaded: isAnswered ? answer.loaded : { state: 'loading' },
    isLoading: !isAnswered || answer.attempt !== attempt,
    reload,
  };
}

export interface Step {
  text: string;
  href: string;
}

/** Links to the pages above this one, outermost first; they change the page without reloading it. */
export function WaysBack({ steps }: { steps: readonly Step[] }) {
  return (
    <Breadcrumbs label="Breadcrumbs">
      {steps.map(({ text, href }) => (
        <BreadcrumbsItem
          key={href}
          text={text}
          href={href}
          onClick={(event) => followInPage(event, href)}
        />
      ))}
    </Breadcrumbs>
  );
}
