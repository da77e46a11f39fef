import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { connectAs, type TrackerClient } from '../calls/tracker-client';
import { readSandboxState, type SandboxState } from '../calls/sandbox-calls';
import { FailureMessage, LoadingMessage, NoPermission, useLoaded } from '../shell/page-states';
import type { Loading } from '../shell/page-states';

const storageKey = 'sandbox-user';
const defaultAccount = 'admin';

interface Session {
  state: SandboxState;
  /** Speaks to the server as the current account. */
  tracker: TrackerClient;
  switchAccount: (account: string) => void;
  /** Asks the server again who is signed in, after a change of the profile. */
  reload: () => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside of a SessionProvider */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

/** Signs in as the remembered account; everything below starts again when the account or its profile changes. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState(() => localStorage.getItem(storageKey) ?? defaultAccount);
  const tracker = useMemo(() => connectAs(account), [account]);
  const load = useCallback(() => readSandboxState(tracker), [tracker]);
  const { loaded, reload } = useLoaded(load);
  const switchAccount = useCallback((next: string) => {
    localStorage.setItem(storageKey, next);
    setAccount(next);
  }, []);
  if (loaded.state === 'loading') return <LoadingMessage what="the sandbox" />;
  if (loaded.state === 'failed') {
    return (
      <main className="page">
        <FailureMessage
          error={loaded.error}
          onRetry={() => {
            // An account that the server no longer knows must not lock the person out.
            switchAccount(defaultAccount);
            reload();
          }}
        />
      </main>
    );
  }
  const state = loaded.value;
  const { locale, timeZone } = state.profile;
  return (
    <SessionContext.Provider
      key={`${account} ${locale} ${timeZone}`}
      value={{ state, tracker, switchAccount, reload }}
    >
      {children}
    </SessionContext.Provider>
  );
}

/** Asks the server as the current account, and again when what is given changes. */
export function useReply<Reply, Given extends readonly string[]>(
  call: (tracker: TrackerClient, ...given: Given) => Promise<Reply>,
  ...given: Given
): Loading<Reply> {
  const { tracker } = useSession();
  // Each render makes a list of its own: the same texts stay the same list.
  const [kept, keep] = useState(given);
  if (given.some((text, index) => text !== kept[index])) keep(given);
  const load = useCallback(() => call(tracker, ...kept), [call, tracker, kept]);
  return useLoaded(load);
}

/** Shows its content to Jira admins, and to everyone else that they have no permission. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { state } = useSession();
  return state.current.isAdmin ? children : <NoPermission />;
}

/** Writes times of Jira as the person reads them: in their language and time zone. */
export function useTimeText(): (time: string) => string {
  const { locale, timeZone } = useSession().state.profile;
  return useCallback(
    (time) => {
      const date = new Date(time);
      if (Number.isNaN(date.getTime())) return time;
      return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    },
    [locale, timeZone],
  );
}
