import {
  CodeBlock,
  Heading,
  Inline,
  LoadingButton,
  Spinner,
  Stack,
  Text,
  ValidMessage,
} from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Trouble } from '../access/reply';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { FirstFew } from '../object-display/first-few';
import { usePageFormats, type PageFormats } from '../object-display/use-page-formats';
import { listWaitingSearches, runSearch } from './functions';
import { pageTexts as texts } from './page-texts';
import type { WaitingSearch } from './replies';

/** All pages as one, those asked for last first. */
async function loadSearches(): Promise<Awaited<ReturnType<typeof loadPage>>> {
  const searches: WaitingSearch[] = [];
  let cursor: string | undefined;
  for (;;) {
    const reply = await loadPage(cursor);
    if (reply.kind !== 'ok') return reply;
    searches.push(...reply.value.searches);
    cursor = reply.value.nextCursor;
    if (cursor !== undefined) continue;
    searches.sort((one, other) => other.askedAt - one.askedAt);
    return { ...reply, value: { ...reply.value, searches } };
  }
}

const loadPage = (cursor: string | undefined) => callResolver(listWaitingSearches, { cursor });

/** Searches that have no result until someone runs them with their own account. */
export function WaitingSearches({ isConnected }: { isConnected: boolean }) {
  const formats = usePageFormats();
  const { reply, isLoading, reload } = useReply(loadSearches);
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.searchesTitle}
      </Heading>
      {(!reply || !formats) && <Spinner size="medium" label={texts.loadingSearches} />}
      {reply && reply.kind !== 'ok' && (
        <TroubleNotice
          trouble={reply}
          connectReason={texts.connectReason}
          isRetrying={isLoading}
          onRetry={reload}
        />
      )}
      {reply?.kind === 'ok' && !reply.value.isAllowed && <Text>{texts.searchesForbidden}</Text>}
      {reply?.kind === 'ok' && reply.value.isAllowed && formats && (
        <SearchList {...reply.value} formats={formats} isConnected={isConnected} />
      )}
    </Stack>
  );
}

interface SearchListProps {
  readonly searches: readonly WaitingSearch[];
  /** The time that ages are counted from. */
  readonly now: number;
  readonly formats: PageFormats;
  readonly isConnected: boolean;
}

function SearchList({ searches, now, formats, isConnected }: SearchListProps) {
  if (searches.length === 0) return <Text>{texts.noSearches}</Text>;
  return (
    <>
      <Text>{texts.searchesAbout}</Text>
      {!isConnected && <Text>{texts.connectFirst}</Text>}
      <FirstFew items={searches} keyOf={({ hash }) => hash}>
        {(search) => (
          <Search search={search} now={now} formats={formats} isConnected={isConnected} />
        )}
      </FirstFew>
    </>
  );
}

interface SearchProps extends Omit<SearchListProps, 'searches'> {
  readonly search: WaitingSearch;
}

function Search({ search, now, formats, isConnected }: SearchProps) {
  const { hash, query, fieldName, askedAt } = search;
  const [run, setRun] = useState<Run>({ kind: 'notYet' });

  async function start() {
    setRun({ kind: 'running' });
    const reply = await callResolver(runSearch, { hash });
    if (reply.kind === 'ok') setRun({ kind: 'done', ...reply.value });
    else setRun({ kind: 'failed', trouble: reply });
  }

  return (
    <Stack space="space.050">
      <CodeBlock
        text={query.trim() === '' ? texts.everything : query}
        language="text"
        shouldWrapLongLines
      />
      <Text size="small" color="color.text.subtle">
        {texts.askedFor(fieldName, formats.distance(Math.min(0, askedAt - now)))}
      </Text>
      {run.kind === 'done' && <ValidMessage>{foundText(run, formats)}</ValidMessage>}
      {run.kind === 'failed' && (
        <TroubleNotice trouble={run.trouble} connectReason={texts.connectReason} />
      )}
      {isConnected && (
        <Inline>
          <LoadingButton isLoading={run.kind === 'running'} onClick={() => void start()}>
            {run.kind === 'done' ? texts.runAgain : texts.run}
          </LoadingButton>
        </Inline>
      )}
    </Stack>
  );
}

function foundText({ objectCount, ageMs }: DoneRun, { number, distance }: PageFormats): string {
  const shown = number(objectCount);
  return ageMs < minuteMs
    ? texts.found(objectCount, shown)
    : texts.foundBefore(objectCount, shown, distance(-ageMs));
}

const minuteMs = 60_000;

type Run =
  | { readonly kind: 'notYet' }
  | { readonly kind: 'running' }
  | DoneRun
  | { readonly kind: 'failed'; readonly trouble: Trouble };

interface DoneRun {
  readonly kind: 'done';
  readonly objectCount: number;
  /** Since it was found, which may have been someone else. */
  readonly ageMs: number;
}
