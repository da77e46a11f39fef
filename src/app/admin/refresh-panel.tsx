import {
  ErrorMessage,
  Inline,
  LoadingButton,
  ProgressBar,
  SectionMessage,
  Stack,
  Text,
} from '@forge/react';
import { useState } from 'react';
import { usePageFormats } from '../object-display/use-page-formats';
import type { PageFormats } from '../object-display/formats';
import type { ShownRun } from '../refresh/run-facts';
import { callResolver, useAction } from '../screen/call-resolver';
import { startRefresh, type Facts } from './admin-contract';
import { ActionTrouble, isUnderWay, WaitLine, WorkItemLinks } from './admin-parts';
import { accessLost, leftAlone as leftAloneValues } from './attention';
import { SubtleText } from '../screen/subtle-text';
import { isRefreshed, nextRefreshAt } from './shown-queries';

const texts = {
  refreshAll: 'Refresh all',
  withoutToken:
    'Without a working token, a refresh only removes expired results and completes values that other apps or imports wrote.',
  running: 'Refreshing',
  busy: 'Another refresh is running and may skip some queries. Choose Refresh all again when it’s done.',
  progressLabel: 'Progress of the refresh',
  listing: 'Asking Jira which queries are in use',
  sweeping: 'Removing queries that Jira no longer keeps',
  repairing: 'Completing values that other apps or imports wrote, so that searches find them',
  counts: (done: string, total: string) => `${done} of ${total} queries checked`,
  outcome: {
    written: (count: string) => `${count} changed`,
    unchanged: (count: string) => `${count} unchanged`,
    failed: (count: string) => `${count} failed`,
    skipped: (count: string) => `${count} skipped (removed, or not used for a long time)`,
    expired: (count: string) => `${count} expired`,
    waiting: (count: string) => `${count} waiting for a token or a person`,
    notAsked: (count: string) => `${count} not refreshed (no working token)`,
    unseen: (count: string) => `${count} on fields that the app can’t see`,
    accessLost: (count: string) => `${count} kept (the token can’t read their fields)`,
    unlisted: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'search' : 'searches'} couldn’t be read`,
    repaired: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'value' : 'values'} completed for searches`,
    leftAlone: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'value' : 'values'} couldn’t be completed`,
  },
  cutOff:
    'Jira keeps more searches than one refresh can handle, so the refresh skipped the newest ones. Use fewer different queries: Jira drops those that nobody has used for 7 days.',
  failedElsewhere:
    'Failed queries that the table doesn’t show never had a result, or their searches use a name that several fields share. Those searches say why they fail.',
  leftAlone: (fieldNames: string, count: number) =>
    `They are in the ${count === 1 ? 'field' : 'fields'} ${fieldNames}. Another app or an import wrote them in a way that this app can’t read, or Jira doesn’t let it complete them. Open each work item and choose the field’s objects again.`,
  leftAloneMore: (count: string) =>
    `And ${count} more. The next refresh lists the ones that are left.`,
  leave: 'You can leave this page. The refresh continues.',
  last: (distance: string) => `Last full refresh: ${distance}.`,
  never: 'Not refreshed yet.',
  next: (moment: string) => `Next: about ${moment}.`,
  failed: 'The last refresh didn’t finish.',
  daily: 'Daily refresh',
  demand: 'Refresh on demand',
  finished: (kind: string, moment: string) => `${kind}, finished ${moment}`,
};

interface RefreshPanelProps {
  readonly facts: Facts;
  /** How many of the queries that the table shows have failed; undefined while they are loaded. */
  readonly failedCount: number | undefined;
  /** Whether the button takes the focus from an element that is gone. */
  readonly hasFocus: boolean;
  readonly onStarted: () => void;
}

export function RefreshPanel(props: RefreshPanelProps) {
  const formats = usePageFormats();
  const { facts, failedCount, hasFocus, onStarted } = props;
  const start = useAction();
  const [busyWith, setBusyWith] = useState<number>();
  const { run } = facts;
  const running = run && isUnderWay(run) ? run : undefined;

  const schedule = scheduleText(facts, formats);

  async function refreshAll() {
    const started = await start.run(() => callResolver(startRefresh, {}));
    setBusyWith(started?.kind === 'busy' ? started.run.startedAt : undefined);
    if (started) onStarted();
  }

  return (
    <Stack space="space.100">
      <Inline space="space.150" rowSpace="space.100" alignBlock="center" shouldWrap>
        <LoadingButton
          key={String(hasFocus)}
          appearance={isRefreshed(facts) ? 'primary' : 'default'}
          autoFocus={hasFocus}
          isLoading={start.isRunning || running !== undefined}
          onClick={() => void refreshAll()}
        >
          {texts.refreshAll}
        </LoadingButton>
        {schedule !== '' && <Text color="color.text.subtle">{schedule}</Text>}
      </Inline>
      {!isRefreshed(facts) && <Text color="color.text.subtle">{texts.withoutToken}</Text>}
      {running && <RunProgress run={running} />}
      {running && running.startedAt === busyWith && <Text>{texts.busy}</Text>}
      {start.trouble && <ActionTrouble trouble={start.trouble} />}
      {run && !running && <RunOutcome run={run} />}
      {run && !running && failedCount !== undefined && run.failed > failedCount && (
        <Text>{texts.failedElsewhere}</Text>
      )}
      {run?.isCutOff && !running && <Text>{texts.cutOff}</Text>}
      {run && !running && run.accessLost > 0 && (
        <SectionMessage appearance="warning" title={accessLost.title}>
          <Text>{accessLost.about}</Text>
        </SectionMessage>
      )}
      {run && !running && <LeftAloneNotice run={run} />}
    </Stack>
  );
}

function scheduleText(facts: Facts, { distance, moment }: PageFormats): string {
  const { lastRun, run, now } = facts;
  const next = nextRefreshAt(facts);
  const sentences = [
    lastRun ? texts.last(distance(lastRun.finishedAt - now)) : run ? undefined : texts.never,
    next === undefined ? undefined : texts.next(moment(next)),
  ];
  return sentences.filter(Boolean).join(' ');
}

function RunProgress({ run }: { readonly run: ShownRun }) {
  const formats = usePageFormats();
  const { phase, total, done } = run;
  const counts = texts.counts(formats.number(done), formats.number(total));
  const phaseText = {
    list: texts.listing,
    queries: counts,
    sweep: texts.sweeping,
    repair: texts.repairing,
    done: counts,
    failed: counts,
  }[phase];
  return (
    <Stack space="space.050">
      <ProgressBar
        ariaLabel={texts.progressLabel}
        isIndeterminate={phase !== 'queries'}
        value={total === 0 ? 0 : done / total}
      />
      <Text>
        {texts.running}: {phaseText}
      </Text>
      <Text>{outcomesOf(run, formats)}</Text>
      <WaitLine job={run} />
      <SubtleText>{texts.leave}</SubtleText>
    </Stack>
  );
}

export function RunOutcome({ run }: { readonly run: ShownRun }) {
  const formats = usePageFormats();
  const { kind, phase, finishedAt, startedAt, message } = run;
  if (phase === 'failed') {
    return <ErrorMessage>{[texts.failed, message].filter(Boolean).join(' ')}</ErrorMessage>;
  }
  const finished = texts.finished(texts[kind], formats.moment(finishedAt ?? startedAt));
  return <Text>{[finished, outcomesOf(run, formats)].filter(Boolean).join(': ')}</Text>;
}

const outcomeKinds = [
  'written',
  'unchanged',
  'failed',
  'skipped',
  'expired',
  'waiting',
  'notAsked',
  'unseen',
  'accessLost',
  'unlisted',
  'repaired',
  'leftAlone',
] as const;

function outcomesOf(run: ShownRun, formats: PageFormats): string {
  return outcomeKinds
    .filter((kind) => run[kind] > 0)
    .map((kind) => texts.outcome[kind](formats.number(run[kind]), run[kind] === 1))
    .join(', ');
}

/** Which fields of which work items hold values that searches don't find; nothing where there are none. */
function LeftAloneNotice({ run }: { readonly run: ShownRun }) {
  const formats = usePageFormats();
  const { leftAlone, leftAloneKeys, leftAloneFields } = run;
  if (leftAlone === 0) return null;
  const rest = leftAlone - leftAloneKeys.length;
  return (
    <SectionMessage appearance="warning" title={leftAloneValues.title}>
      <Text>{texts.leftAlone(leftAloneFields.join(', '), leftAloneFields.length)}</Text>
      <WorkItemLinks keys={leftAloneKeys} />
      {rest > 0 && <Text>{texts.leftAloneMore(formats.number(rest))}</Text>}
    </SectionMessage>
  );
}
