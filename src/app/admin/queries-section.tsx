import { CodeBlock, Heading, Stack, Text } from '@forge/react';
import { useCallback, useMemo, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { TroubleNotice } from '../screen/loaded';
import { listStoredRows, listWaitingRows } from './admin-contract';
import { adminPageTexts } from './page-texts';
import { QueryTable } from './query-table';
import { storedQueryTexts as texts } from './query-texts';
import { RefreshPanel } from './refresh-panel';
import type { AdminField, Facts } from './admin-replies';
import { RightsSection } from './rights-section';
import { shownQueries, type ShownQuery } from './shown-queries';
import { useAllPages } from './use-all-pages';
import { useReloadOnceListed } from '../screen/use-reply';
import type { PageFormats } from '../object-display/use-page-formats';

interface QueriesSectionProps {
  readonly facts: Facts;
  /** Undefined while they are not known. */
  readonly fields: readonly AdminField[] | undefined;
  readonly formats: PageFormats;
  readonly onChange: () => void;
}

/**
 * The queries whose results Jira keeps: what state they are in, and what can be done. Those that
 * were removed are gone from here at once, and from what is kept soon after, until they are computed
 * or asked for again.
 */
export function QueriesSection({ facts, fields, formats, onChange }: QueriesSectionProps) {
  const { queries, loadedCount, isSettled, trouble, reload } = useQueries(facts, fields);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const left = queries.filter((shown) => !removed.has(occurrenceOf(shown)));
  return (
    <Stack space="space.200">
      <Text>{texts.about}</Text>
      <RefreshPanel
        facts={facts}
        formats={formats}
        failedCount={loadedCount === undefined && !trouble ? countFailed(left) : undefined}
        hasFocus={removed.size > 0 && left.length === 0}
        onStarted={onChange}
      />
      {trouble && (
        <Stack space="space.050">
          <Text>{texts.partly}</Text>
          <TroubleNotice
            trouble={trouble}
            connectReason={adminPageTexts.connectReason}
            isRetrying={loadedCount !== undefined}
            onRetry={reload}
          />
        </Stack>
      )}
      {left.length === 0 && loadedCount === undefined && !trouble ? (
        <NoQueries fields={fields} />
      ) : (
        <QueryTable
          queries={left}
          facts={facts}
          formats={formats}
          loadedCount={loadedCount}
          isSettled={isSettled}
          onStarted={onChange}
          onRemoved={(shown) => setRemoved(new Set(removed).add(occurrenceOf(shown)))}
        />
      )}
      <RightsSection facts={facts} queries={left} formats={formats} onChange={onChange} />
    </Stack>
  );
}

/** Another one once the query is computed or asked for again. */
function occurrenceOf({ hash, stored, since }: ShownQuery): string {
  return `${hash} ${stored?.computedAt ?? since}`;
}

function countFailed(queries: readonly ShownQuery[]): number {
  return queries.filter(({ state }) => ['failed', 'refused'].includes(state.kind)).length;
}

/** Loaded again whenever a refresh has come to its end, and once more when lists tell of all of it. */
function useQueries(facts: Facts, fields: readonly AdminField[] | undefined) {
  const endOfRun = facts.run?.finishedAt;
  const stored = useAllPages(
    useCallback((cursor) => callResolver(listStoredRows, { cursor }), []),
    endOfRun,
  );
  const waiting = useAllPages(
    useCallback((cursor) => callResolver(listWaitingRows, { cursor }), []),
    endOfRun,
  );
  const { reload: reloadStored } = stored;
  const { reload: reloadWaiting } = waiting;
  const reload = useCallback(() => {
    reloadStored();
    reloadWaiting();
  }, [reloadStored, reloadWaiting]);
  const [settledAfter, setSettledAfter] = useState<number>();
  const reloadOnceListed = useCallback(() => {
    reload();
    setSettledAfter(endOfRun);
  }, [reload, endOfRun]);
  useReloadOnceListed(reloadOnceListed, endOfRun);
  const queries: ShownQuery[] = useMemo(
    () => shownQueries({ stored: stored.rows, waiting: waiting.rows, facts, fields }),
    [stored.rows, waiting.rows, facts, fields],
  );
  const counts = [stored.loadedCount, waiting.loadedCount].filter((count) => count !== undefined);
  return {
    queries,
    loadedCount: counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0),
    isSettled: counts.length === 0 && settledAfter === endOfRun,
    trouble: stored.trouble ?? waiting.trouble,
    reload,
  };
}

function NoQueries({ fields }: Pick<QueriesSectionProps, 'fields'>) {
  const fieldName = fields?.[0]?.name ?? texts.noField;
  return (
    <Stack space="space.100">
      <Heading as="h2" size="small">
        {texts.emptyTitle}
      </Heading>
      <Text>{texts.emptyAbout}</Text>
      <CodeBlock text={texts.example(fieldName)} language="text" />
    </Stack>
  );
}
