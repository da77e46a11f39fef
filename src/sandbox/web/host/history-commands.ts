import * as z from 'zod';
import { listenToAddress, setAddress, type AddressChange } from '../shell/routing';
import type { Commands } from './bridge';

const locationSchema = z.union([
  z.string().transform((path) => ({ path, state: undefined })),
  z
    .object({
      pathname: z.string(),
      search: z.string().default(''),
      hash: z.string().default(''),
      state: z.unknown().optional(),
    })
    .transform(({ pathname, search, hash, state }) => ({ path: pathname + search + hash, state })),
]);

type Listener = (location: object, action: AddressChange) => void;
const listenerSchema = z.custom<Listener>(
  (value) => typeof value === 'function',
  'Expected a function',
);

interface PageHistory {
  commands: Commands;
  /** Ends what the app listens to. */
  end(): void;
}

/**
 * The command behind `view.createHistory`: the address below the app's page, as the app's own.
 * @param base the path of the app's page
 */
export function historyCommands(base: string): PageHistory {
  const ends = new Set<() => void>();
  const change = (action: 'PUSH' | 'REPLACE') => (to: unknown, state?: unknown) => {
    const known = locationSchema.parse(to);
    setAddress(addressBelow(base, known.path), action, known.state ?? state ?? null);
  };
  const listen = (given: unknown) => {
    const listener = listenerSchema.parse(given);
    const end = listenToAddress((action) => {
      if (isBelow(base, location.pathname)) listener(locationBelow(base), action);
    });
    ends.add(end);
    return end;
  };
  return {
    commands: {
      createHistory: () => ({
        action: 'POP',
        location: locationBelow(base),
        push: change('PUSH'),
        replace: change('REPLACE'),
        go: (steps: unknown) => history.go(z.number().parse(steps)),
        goBack: () => history.back(),
        goForward: () => history.forward(),
        listen,
      }),
    },
    end: () => ends.forEach((end) => end()),
  };
}

/** @throws Error for a path that leads out of the app's page */
function addressBelow(base: string, path: string): string {
  const url = new URL(base + (/^[/?#]/.test(path) ? '' : '/') + path, location.origin);
  if (url.origin === location.origin && isBelow(base, url.pathname)) {
    return url.pathname + url.search + url.hash;
  }
  throw new Error(`The app's history doesn't lead to "${path}": it's outside of the app's page.`);
}

function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function locationBelow(base: string) {
  const { pathname, search, hash } = location;
  const state: unknown = history.state;
  return { pathname: pathname.slice(base.length) || '/', search, hash, state };
}
