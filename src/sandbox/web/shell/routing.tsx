import {
  useEffect,
  useMemo,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';

const changed = 'sandbox-navigation';

/** The path that is shown; changes when the person navigates. */
export function usePath(): string {
  return useSyncExternalStore(listenToNavigation, () => location.pathname);
}

/** The parameters of the address; change when the person navigates. */
export function useQuery(): URLSearchParams {
  const text = useSyncExternalStore(listenToNavigation, () => location.search);
  return useMemo(() => new URLSearchParams(text), [text]);
}

/** Shows another path of the page without loading it anew. */
export function navigate(path: string): void {
  if (path === location.pathname + location.search) return;
  history.pushState(null, '', path);
  dispatchEvent(new Event(changed));
  scrollTo(0, 0);
}

function listenToNavigation(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}

/** Names the browser tab after the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - Jira sandbox`;
  }, [title]);
}

interface RouteLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A real link that stays on the page; opens elsewhere with the usual keys. */
export function RouteLink({ to, className, children }: RouteLinkProps) {
  return (
    <a href={to} className={className} onClick={(event) => followInPage(event, to)}>
      {children}
    </a>
  );
}

/** Turns an ordinary click on a link into navigation within the page. */
export function followInPage(event: MouseEvent | KeyboardEvent, path: string): void {
  const isOtherButton = 'button' in event && event.button !== 0;
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || isOtherButton;
  if (event.defaultPrevented || opensElsewhere) return;
  event.preventDefault();
  navigate(path);
}

/**
 * Matches a path against a pattern such as `/browse/:key`.
 *
 * @returns the decoded parameters by name, undefined when the path is another one
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const found = path.replace(/\/+$/, '').split('/');
  if (expected.length !== found.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = decodeSegment(found[index] ?? '');
    if (part.startsWith(':') && segment !== '') parameters[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
