import {
  CodeBlock,
  Heading,
  Inline,
  LinkButton,
  LoadingButton,
  Stack,
  Text,
  ValidMessage,
} from '@forge/react';
import { useState } from 'react';
import { isWritable, quoteJql } from '../jql/jql-text';
import { findSearchAddress, searchPage } from '../jql/search-page';
import { FirstFew } from '../object-display/first-few';
import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import { callResolver, loadAllPages } from '../screen/call-resolver';
import { Loaded, TroubleNotice } from '../screen/loaded';
import { useAction, useReloadOnceListed, useReply } from '../screen/use-reply';
import { queryText } from '../stored-queries/query-text';
import {
  listWaitingSearches,
  runSearch,
  type FinishedSearch,
  type WaitingSearch,
} from './connect-contract';

const texts = {
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
export function WaitingSearches() {
  const formats = usePageFormats();
  const loaded = useReply(loadSearches);
  useReloadOnceListed(loaded.reload);
  return (
    <Loaded
      {...loaded}
      value={formats && loaded.value && { ...loaded.value, formats }}
      loadingText={texts.loadingSearches}
      spinnerSize="medium"
      connectReason={texts.connectReason}
    >
      {({ isAllowed, ...list }) =>
        isAllowed ? <SearchList {...list} /> : <Text>{texts.forbidden}</Text>
      }
    </Loaded>
  );
}

interface SearchListProps {
  readonly searches: readonly WaitingSearch[];
  /** Ages are counted from here. */
  readonly now: number;
  readonly formats: PageFormats;
}

function SearchList({ searches, now, formats }: SearchListProps) {
  if (searches.length === 0) return null;
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.title}
      </Heading>
      <Text>{texts.about}</Text>
      <FirstFew items={searches} keyOf={({ hash }) => hash}>
        {(search) => <Search search={search} now={now} formats={formats} />}
      </FirstFew>
    </Stack>
  );
}

interface SearchProps extends Omit<SearchListProps, 'searches'> {
  readonly search: WaitingSearch;
}

function Search({ search, now, formats }: SearchProps) {
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
      <Text size="small" color="color.text.subtle">
        {texts.askedFor(fieldName, formats.distance(Math.min(0, askedAt - now)))}
      </Text>
      {run.trouble && <TroubleNotice trouble={run.trouble} connectReason={texts.connectReason} />}
      {found ? (
        <Found
          found={found}
          searchAt={searchAddress(search)}
          hasFocus={foundNow !== undefined}
          formats={formats}
        />
      ) : (
        <Inline>
          <LoadingButton isLoading={run.isRunning} onClick={() => void start()}>
            {texts.run}
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
  readonly formats: PageFormats;
}

/** The result, and what to do next. */
function Found({ found, searchAt, hasFocus, formats }: FoundProps) {
  return (
    <Stack space="space.050">
      <ValidMessage>{foundText(found, formats)}</ValidMessage>
      <Text>{texts.searchAgain}</Text>
      <Text>{texts.endsAfter(formats.moment(found.goodUntil))}</Text>
      <Inline>
        <LinkButton href={searchAt} autoFocus={hasFocus}>
          {texts.toSearch}
        </LinkButton>
      </Inline>
    </Stack>
  );
}

function foundText({ objectCount, ageMs }: FinishedSearch, { number, distance }: PageFormats) {
  const shown = number(objectCount);
  return ageMs < minuteMs
    ? texts.found(objectCount, shown)
    : texts.foundBefore(objectCount, shown, distance(-ageMs));
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
