import { CodeBlock, Stack, Text, SectionMessage } from '@forge/react';
import { useCallback, useMemo, useState, useEffect } from 'react';
import { usePageFormats } from '../object-display/use-page-formats';
import type { Reply, Trouble } from '../replies/reply';
import { callResolver, useAction } from '../screen/call-resolver';
import { loadAllPages, type RowPage, useReloadOnceListed } from '../screen/whole-list';
import { TroubleNotice } from '../screen/loaded';
import {
  listStoredRows,
  listWaitingRows,
  type AdminField,
  type Facts,
  allowPersonRuns,
} from './admin-contract';
import { ActionTrouble, adminTexts, Switch } from './admin-parts';
import { QueryTable } from './query-table';
import { storedQueryTexts as texts } from './query-texts';
import { RefreshPanel } from './refresh-panel';
import { shownQueries, type ShownQuery } from './shown-queries';
import { Section } from '../screen/section';

interface QueriesSectionProps {
  readonly facts: Facts;
  /** Undefined while they are not known. */
  readonly fields: readonly AdminField[] | undefined;
  readonly queries: QueryList;
  readonly onChange: () => void;
}

export function QueriesSection(props: QueriesSectionProps) {
  const { facts, fields, onChange } = props;
  const { queries, loadedCount, isSettled, trouble, hasRemoved, reload, remove } = props.queries;
  return (
    <Stack space="space.200">
      <Text>{texts.about}</Text>
      <RefreshPanel
        facts={facts}
        failedCount={loadedCount === undefined && !trouble ? countFailed(queries) : undefined}
        hasFocus={hasRemoved && queries.length === 0}
        onStarted={onChange}
      />
      {trouble && (
        <Stack space="space.050">
          <Text>{texts.partly}</Text>
          <TroubleNotice
            trouble={trouble}
            connectReason={adminTexts.connectReason}
            isLoading={loadedCount !== undefined}
            reload={reload}
          />
        </Stack>
      )}
      {queries.length === 0 && loadedCount === undefined && !trouble ? (
        <NoQueries fields={fields} />
      ) : (
        <QueryTable
          queries={queries}
          facts={facts}
          loadedCount={loadedCount}
          isSettled={isSettled}
          onStarted={onChange}
          onRemoved={remove}
        />
      )}
      <RightsSection facts={facts} queries={queries} onChange={onChange} />
    </Stack>
  );
}

/** Changes once the query is computed or asked for again. */
function occurrenceOf({ hash, stored, since }: ShownQuery): string {
  return `${hash} ${stored?.computedAt ?? since}`;
}

function countFailed(queries: readonly ShownQuery[]): number {
  return queries.filter(({ state }) => ['failed', 'refused'].includes(state.kind)).length;
}

export type QueryList = ReturnType<typeof useQueries>;

/**
 * The stored queries. Loads them again whenever a refresh ends, and once more when lists show all that it
 * wrote. A removed query is gone from here at once and from storage soon after, until it is computed or
 * asked for again.
 */
export function useQueries(facts: Facts, fields: readonly AdminField[] | undefined) {
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
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const counts = [stored.loadedCount, waiting.loadedCount].filter((count) => count !== undefined);
  return {
    queries: queries.filter((shown) => !removed.has(occurrenceOf(shown))),
    hasRemoved: removed.size > 0,
    remove: (shown: ShownQuery) => setRemoved(new Set(removed).add(occurrenceOf(shown))),
    isFirstLoad: stored.isFirstLoad || waiting.isFirstLoad,
    /** How many rows a running load has brought; undefined where none is running. */
    loadedCount: counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0),
    isSettled: counts.length === 0 && settledAfter === endOfRun,
    trouble: stored.trouble ?? waiting.trouble,
    reload,
  };
}

function NoQueries({ fields }: Pick<QueriesSectionProps, 'fields'>) {
  const fieldName = fields?.[0]?.name ?? texts.noField;
  return (
    <Section title={texts.emptyTitle}>
      <Text>{texts.emptyAbout}</Text>
      <CodeBlock text={texts.example(fieldName)} language="text" />
    </Section>
  );
}

interface Progress<Row> {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly trouble: Trouble | undefined;
  readonly turn: string;
}

/**
 * Loads page after page, and everything again on `reload` or when `version` changes.
 * @param load the same function each time
 */
function useAllPages<Row extends { readonly hash: string }>(
  load: (cursor: string | undefined) => Promise<Reply<RowPage<Row>>>,
  version: number | undefined,
) {
  const [reloads, setReloads] = useState(0);
  const turn = `${reloads} ${version ?? ''}`;
  const [progress, setProgress] = useState<Progress<Row>>();
  const [complete, setComplete] = useState<readonly Row[]>();
  const reload = useCallback(() => setReloads((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    void loadAllPages<Row, RowPage<Row>>(load, ({ rows, reply }) => {
      if (!isCurrent) return false;
      const isComplete = reply.kind === 'ok' && reply.value.nextCursor === undefined;
      const trouble = reply.kind === 'ok' ? undefined : reply;
      setProgress({ rows, isComplete, trouble, turn });
      if (isComplete) setComplete(rows);
      return true;
    });
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);

  const current = progress?.turn === turn ? progress : undefined;
  const isOver = current !== undefined && (current.isComplete || current.trouble !== undefined);
  return {
    /** During a reload, the rows from before. */
    rows: complete ?? progress?.rows ?? [],
    /** How many rows a running load has brought; undefined where none is running. */
    loadedCount: isOver ? undefined : (current?.rows.length ?? 0),
    isFirstLoad: complete === undefined && !isOver,
    trouble: current?.trouble,
    reload,
  };
}

const rightsTexts = {
  title: 'Whose permissions apply',
  switchLabel: 'Let people run queries with their own account',
  switchAbout:
    'Without a token, a search waits until someone with a connected account runs its query under “Workspace Data Service account” in their personal settings. Everyone’s searches then use the result for 7 days.',
  switchOff: 'Off: a query without a result waits for a token.',
  inference:
    'When a search finds a work item, everyone who can see it learns that its object matches the query, even people without access to the service.',
  endingSoon: (count: number, shown: string) =>
    count === 1 ? '1 result expires soon.' : `${shown} results expire soon.`,
};

interface RightsSectionProps {
  readonly facts: Facts;
  readonly queries: readonly ShownQuery[];
  readonly onChange: () => void;
}

/** Whose permissions decide what searches find, and what others can learn from that. */
function RightsSection({ facts, queries, onChange }: RightsSectionProps) {
  const formats = usePageFormats();
  const saving = useAction();
  const { personRunsAllowed } = facts;
  const ending = queries.filter(({ state }) => ['expired', 'expiring'].includes(state.kind));

  async function change() {
    if (saving.isRunning) return;
    const isAllowed = !personRunsAllowed;
    if (await saving.run(() => callResolver(allowPersonRuns, { isAllowed }))) onChange();
  }

  return (
    <Section title={rightsTexts.title}>
      {ending.length > 0 && (
        <SectionMessage appearance="warning">
          <Text>{rightsTexts.endingSoon(ending.length, formats.number(ending.length))}</Text>
        </SectionMessage>
      )}
      <Switch
        id="person-runs"
        label={rightsTexts.switchLabel}
        isOn={personRunsAllowed}
        onChange={() => void change()}
      />
      {saving.trouble && <ActionTrouble trouble={saving.trouble} />}
      <Text>{personRunsAllowed ? rightsTexts.switchAbout : rightsTexts.switchOff}</Text>
      <Text>{rightsTexts.inference}</Text>
    </Section>
  );
}
