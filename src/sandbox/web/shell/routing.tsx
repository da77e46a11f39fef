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
  return useSyncExternalStore(listenToAddress, () => location.pathname);
}

/** The parameters of the address; change when the person navigates. */
export function useQuery(): URLSearchParams {
  const text = useSyncExternalStore(listenToAddress, () => location.search);
  return useMemo(() => new URLSearchParams(text), [text]);
}

/** Shows another path of the page without reloading it. */
export function navigate(path: string): void {
  if (path === location.pathname + location.search) return;
  setAddress(path, 'PUSH');
  scrollTo(0, 0);
}

/** Changes the address alone, as an app does within its own page. */
export function setAddress(path: string, action: 'PUSH' | 'REPLACE', state: unknown = null): void {
  if (action === 'PUSH') history.pushState(state, '', path);
  else history.replaceState(state, '', path);
  dispatchEvent(new CustomEvent(changed, { detail: action }));
}

/** How the address changed: `POP` where the person went back or forward. */
export type AddressChange = 'POP' | 'PUSH' | 'REPLACE';

/** @returns ends it */
export function listenToAddress(listener: (change: AddressChange) => void): () => void {
  const onPop = () => listener('POP');
  const onChange = ({ detail }: CustomEventInit<AddressChange>) => listener(detail ?? 'PUSH');
  addEventListener('popstate', onPop);
  addEventListener(changed, onChange);
  return () => {
    removeEventListener('popstate', onPop);
    removeEventListener(changed, onChange);
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
 * Matches a path against a pattern such as `/browse/:key`; one that ends with `/*` matches
 * everything below it too.
 *
 * @returns the decoded parameters by name, undefined when the path is another one
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expression = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/\*$/, '(?:/.*)?');
  const found = new RegExp(`^${expression}/*$`).exec(path);
  const segments = Object.entries(found?.groups ?? {});
  return found
    ? Object.fromEntries(segments.map(([name, segment]) => [name, decodeSegment(segment)]))
    : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Where the page shows what Jira shows at an address of its own, to which apps link.
 *
 * @returns undefined if it is no such address
 */
export function findPlaceOf(path: string, query: URLSearchParams): string | undefined {
  // There is one such page here.
  if (/^\/jira\/settings\/personal\/apps\/[^/]+\/[^/]+$/.test(path)) {
    return `/settings/apps/connect${query.size > 0 ? `?${query.toString()}` : ''}`;
  }
  switch (path) {
    case '/secure/admin/ViewCustomFields.jspa':
      return '/settings/fields';
    case '/secure/admin/ConfigureCustomField!default.jspa':
      return fieldPath(`customfield_${query.get('customFieldId') ?? ''}`);
    // Every field is on every screen here.
    case '/secure/admin/AssociateFieldToScreens!default.jspa':
      return fieldPath(query.get('fieldId') ?? '');
    default:
      return undefined;
  }
}

function fieldPath(fieldId: string): string {
  return `/settings/fields/${encodeURIComponent(fieldId)}`;
}

/** Where an app's page in a project is. */
export function projectPagePath(projectKey: string, moduleKey: string): string {
  return `/projects/${encodeURIComponent(projectKey)}/apps/${encodeURIComponent(moduleKey)}`;
}
