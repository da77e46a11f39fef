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

const loadSearches = () => callResolver(listWaitingSearches, {});

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
    if (reply.kind === 'ok') setRun({ kind: 'done', objectCount: reply.value.objectCount });
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
      {run.kind === 'done' && (
        <ValidMessage>{texts.found(run.objectCount, formats.number(run.objectCount))}</ValidMessage>
      )}
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

type Run =
  | { readonly kind: 'notYet' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly objectCount: number }
  | { readonly kind: 'failed'; readonly trouble: Trouble };
