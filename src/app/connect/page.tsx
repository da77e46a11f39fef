import { invoke } from '@forge/bridge';
import ForgeReconciler, {
  Inline,
  Link,
  LoadingButton,
  SectionMessage,
  Stack,
  Text,
  CodeBlock,
  LinkButton,
  Spinner,
  useProductContext,
  ValidMessage,
} from '@forge/react';
import { useCallback, useEffect, useState } from 'react';
import { screenProblem, parseReply, type Trouble } from '../replies/reply';
import { callResolver, useAnswer, useReply, useAction } from '../screen/call-resolver';
import { loadAllPages, useReloadOnceListed } from '../screen/whole-list';
import { Loaded, TroubleNotice } from '../screen/loaded';
import { isConnectNow } from '../screen/use-app-page';
import { useRepeatedCheck, useReturn } from '../screen/use-return';
import {
  type Connection,
  connect as requestGrant,
  findConnection,
  listWaitingSearches,
  runSearch,
  type FinishedSearch,
  type WaitingSearch,
} from './connect-contract';
import { isWritable, quoteJql, findSearchAddress, searchPage } from '../jql/jql-text';
import { FirstFew } from '../object-display/first-few';
import type { PageFormats } from '../object-display/formats';
import {
  PageFormatsProvider,
  useHostFormats,
  usePageFormats,
} from '../object-display/use-page-formats';
import { queryText } from '../stored-queries/query-text';
import { SubtleText } from '../screen/subtle-text';
import { Section } from '../screen/section';

const texts = {
  loading: 'Loading your connection',
  about:
    'This app’s fields show objects from the Workspace Data Service with your own permissions there. You agree once that Jira can read them on your behalf.',
  connectedAs: (name: string, email: string) => `You’re connected as ${name} (${email}).`,
  disconnect: 'To disconnect, remove this app from your account’s connected apps.',
  connectedApps: 'Connected apps',
  notConnected: 'Your account isn’t connected yet.',
  connect: 'Connect account',
  waiting: 'Finish connecting in the window that Jira opened, then check again.',
  asking: 'Asking for your consent',
  asked:
    'Jira should now ask for your consent. If you don’t see its question, choose “Connect account”.',
  unfinished:
    'You haven’t finished connecting. You may have closed the window or said no, or your browser may have blocked the window. Choose “Connect account” to try again. If it keeps happening, tell your Jira admin.',
  checkAgain: 'Check again',
  close: 'You can close this tab and go back to what you were doing.',
};

/** Where Atlassian lists a person's connected apps, each with a button to remove it. */
const connectedAppsAddress = 'https://id.atlassian.com/manage-profile/apps';

function ConnectPage() {
  const loaded = useAnswer(findConnection, {});
  const { value, isLoading, reload } = loaded;
  const awaited = value && !value.isConnected ? reload : undefined;
  useReturn(awaited);
  useRepeatedCheck(awaited);
  return (
    <Stack space="space.200">
      <Text>{texts.about}</Text>
      <Loaded
        {...loaded}
        loadingText={texts.loading}
        spinnerSize="medium"
        connectReason={texts.notConnected}
      >
        {(connection) => (
          <>
            <ConnectionState connection={connection} isChecking={isLoading} onCheck={reload} />
            {connection.isConnected && <WaitingSearches />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface ConnectionStateProps {
  readonly connection: Connection;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

function ConnectionState({ connection, isChecking, onCheck }: ConnectionStateProps) {
  if (!connection.isConnected) {
    return <NotConnected attempt={connection.attempt} isChecking={isChecking} onCheck={onCheck} />;
  }
  return (
    <Stack space="space.100">
      <SectionMessage appearance="success">
        <Text>{texts.connectedAs(connection.name, connection.email)}</Text>
        <Text>{texts.close}</Text>
      </SectionMessage>
      <Stack>
        <Text>{texts.disconnect}</Text>
        <Text>
          <Link href={connectedAppsAddress} openNewTab>
            {texts.connectedApps}
          </Link>
        </Text>
      </Stack>
    </Stack>
  );
}

interface NotConnectedProps extends Omit<ConnectionStateProps, 'connection'> {
  readonly attempt: Extract<Connection, { isConnected: false }>['attempt'];
}

function NotConnected({ attempt, isChecking, onCheck }: NotConnectedProps) {
  const { request, connect } = useConsentRequest();
  const asksByItself = useFirstRequest(attempt === 'none' && !request, connect);
  if (request?.trouble) {
    return (
      <TroubleNotice
        trouble={request.trouble}
        connectReason={texts.notConnected}
        reload={() => void connect(false)}
      />
    );
  }
  if (asksByItself || request?.state === 'asking') {
    return <Spinner size="medium" label={texts.asking} />;
  }
  return (
    <Stack space="space.100">
      <Text>{stateTexts[request?.state ?? attempt]}</Text>
      <Inline space="space.100">
        <LoadingButton appearance="primary" onClick={() => void connect(false)}>
          {texts.connect}
        </LoadingButton>
        {request && (
          <LoadingButton isLoading={isChecking} onClick={onCheck}>
            {texts.checkAgain}
          </LoadingButton>
        )}
      </Inline>
    </Stack>
  );
}

const stateTexts = {
  none: texts.notConnected,
  unknown: texts.notConnected,
  recent: texts.unfinished,
  asked: texts.asked,
  clicked: texts.waiting,
};

interface ConsentRequest {
  /** `recent` where the page was to ask by itself and didn't, because another one had just asked. */
  readonly state: 'asking' | 'asked' | 'clicked' | 'recent';
  /** Why the host can't ask; undefined where it does. */
  readonly trouble?: Trouble | undefined;
}

function useConsentRequest() {
  const [request, setRequest] = useState<ConsentRequest>();
  const connect = useCallback(async (asksByItself: boolean) => {
    setRequest({ state: asksByItself ? 'asking' : 'clicked' });
    const reply = await requestConsent(asksByItself);
    const state = asksByItself ? 'asked' : 'clicked';
    setRequest(reply?.kind === 'ok' ? { state: reply.value.attempt } : { state, trouble: reply });
  }, []);
  return { request, connect };
}

/**
 * Asks for consent by itself where someone chose to connect on the way here.
 * @param isWanted false once it has asked
 * @returns whether it is about to
 * @see docs/platform-assumptions.md, 85
 */
function useFirstRequest(isWanted: boolean, connect: (asksByItself: boolean) => Promise<void>) {
  const context = useProductContext();
  const asks = isWanted && isConnectNow(context?.extension.location);
  useEffect(() => {
    if (asks) void connect(true);
  }, [asks, connect]);
  return asks;
}

/**
 * Makes the host ask for consent, in place of this page or in another window.
 * @returns undefined where it does: the call is rejected then
 */
async function requestConsent(asksByItself: boolean) {
  let answer: unknown;
  try {
    answer = await invoke(requestGrant.key, { asksByItself });
  } catch {
    return undefined;
  }
  return parseReply(answer, requestGrant.reply) ?? screenProblem('UNEXPECTED');
}

const searchTexts = {
  title: 'Searches waiting for an account',
  about:
    'These searches with workspaceObjects() have no result yet. If you run one with your account, everyone’s searches use the ids of the objects that it finds for 7 days. Anyone who can see a matching work item then knows that its object matches the query.',
  forbidden:
    'Your Jira admins don’t allow people to run searches with their own account. Ask an admin to set an access token.',
  loadingSearches: 'Looking for waiting searches',
  connectReason: 'Connect your account to run this search.',
  askedFor: (fieldName: string, distance: string) => `Field: ${fieldName} · Requested ${distance}`,
  run: 'Run with my account',
  found: (count: number, shown: string) =>
    `${count === 1 ? '1 object' : `${shown} objects`} found.`,
  foundBefore: (count: number, shown: string, distance: string) =>
    `${count === 1 ? '1 object was' : `${shown} objects were`} found ${distance}.`,
  endsAfter: (moment: string) =>
    `Once a search has used the result, everyone’s searches use it until ${moment}. Nobody can run the query again before that.`,
  searchAgain:
    'Search again in Jira in a minute; until then, Jira repeats its last answer. The result stays ready for 10 minutes. If nobody searches in that time, the query waits here again.',
  toSearch: 'Go to Jira’s search',
};

/** All pages as one list, the newest first. */
async function loadSearches() {
  const { rows, reply } = await loadAllPages(loadPage);
  if (reply.kind !== 'ok') return reply;
  const searches = [...rows].sort((one, other) => other.askedAt - one.askedAt);
  return { ...reply, value: { ...reply.value, searches } };
}

const loadPage = (cursor: string | undefined) => callResolver(listWaitingSearches, { cursor });

/** Searches that have no result until someone runs them with their own account. */
function WaitingSearches() {
  const formats = useHostFormats();
  const loaded = useReply(loadSearches);
  useReloadOnceListed(loaded.reload);
  return (
    <Loaded
      {...loaded}
      value={formats && loaded.value && { ...loaded.value, formats }}
      loadingText={searchTexts.loadingSearches}
      spinnerSize="medium"
      connectReason={searchTexts.connectReason}
    >
      {({ isAllowed, formats: ofPerson, ...list }) =>
        isAllowed ? (
          <PageFormatsProvider value={ofPerson}>
            <SearchList {...list} />
          </PageFormatsProvider>
        ) : (
          <Text>{searchTexts.forbidden}</Text>
        )
      }
    </Loaded>
  );
}

interface SearchListProps {
  readonly searches: readonly WaitingSearch[];
  /** Ages are counted from here. */
  readonly now: number;
}

function SearchList({ searches, now }: SearchListProps) {
  if (searches.length === 0) return null;
  return (
    <Section title={searchTexts.title}>
      <Text>{searchTexts.about}</Text>
      <FirstFew items={searches} keyOf={({ hash }) => hash}>
        {(search) => <Search search={search} now={now} />}
      </FirstFew>
    </Section>
  );
}

interface SearchProps extends Omit<SearchListProps, 'searches'> {
  readonly search: WaitingSearch;
}

function Search({ search, now }: SearchProps) {
  const formats = usePageFormats();
  const { hash, query, fieldName, askedAt } = search;
  const run = useAction();
  const [foundNow, setFoundNow] = useState<FinishedSearch>();
  const found = foundNow ?? search.found;

  async function start() {
    setFoundNow(await run.run(() => callResolver(runSearch, { hash })));
  }

  return (
    <Stack space="space.050">
      <CodeBlock text={queryText(query)} language="text" shouldWrapLongLines />
      <SubtleText>
        {searchTexts.askedFor(fieldName, formats.distance(Math.min(0, askedAt - now)))}
      </SubtleText>
      <TroubleNotice trouble={run.trouble} connectReason={searchTexts.connectReason} />
      {found ? (
        <Found found={found} searchAt={searchAddress(search)} hasFocus={foundNow !== undefined} />
      ) : (
        <Inline>
          <LoadingButton isLoading={run.isRunning} onClick={() => void start()}>
            {searchTexts.run}
          </LoadingButton>
        </Inline>
      )}
    </Stack>
  );
}

interface FoundProps {
  readonly found: FinishedSearch;
  readonly searchAt: string;
  /** Whether it takes the focus from the button that is gone. */
  readonly hasFocus: boolean;
}

function Found({ found, searchAt, hasFocus }: FoundProps) {
  const formats = usePageFormats();
  return (
    <Stack space="space.050">
      <ValidMessage>{foundText(found, formats)}</ValidMessage>
      <Text>{searchTexts.searchAgain}</Text>
      <Text>{searchTexts.endsAfter(formats.moment(found.goodUntil))}</Text>
      <Inline>
        <LinkButton href={searchAt} autoFocus={hasFocus}>
          {searchTexts.toSearch}
        </LinkButton>
      </Inline>
    </Stack>
  );
}

function foundText({ objectCount, ageMs }: FinishedSearch, { number, distance }: PageFormats) {
  const shown = number(objectCount);
  return ageMs < minuteMs
    ? searchTexts.found(objectCount, shown)
    : searchTexts.foundBefore(objectCount, shown, distance(-ageMs));
}

const minuteMs = 60_000;

/**
 * The address of Jira's search with the query, and with the field as somebody wrote it; of an empty
 * search where an address can't hold the query.
 */
function searchAddress({ query, fieldName, writtenAs }: WaitingSearch): string {
  const [field = fieldName] = writtenAs;
  if (!isWritable(field) || !(query === '' || isWritable(query))) return searchPage;
  const jql = `issue in workspaceObjects(${query === '' ? '""' : quoteJql(query)}, ${quoteJql(field)})`;
  return findSearchAddress(jql) ?? searchPage;
}

ForgeReconciler.render(<ConnectPage />);
