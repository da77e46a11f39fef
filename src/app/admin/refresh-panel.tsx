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
import { callResolver } from '../screen/call-resolver';
import { ActionTrouble } from './action-trouble';
import { startRefresh } from './admin-contract';
import { LeftAloneNotice } from './left-alone-notice';
import { isRefreshed, nextRefreshAt } from './query-state';
import { refreshSectionTexts as texts } from './refresh-texts';
import type { Facts, ShownRun } from './admin-replies';
import { useAction } from './use-action';
import { isUnderWay } from './use-background-work';
import { WaitLine } from './wait-line';
import type { PageFormats } from '../object-display/use-page-formats';

interface RefreshPanelProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** How many of the queries that the table shows have failed; undefined while they are loaded. */
  readonly failedCount: number | undefined;
  /** Whether the button has the focus: what had it is gone. */
  readonly hasFocus: boolean;
  readonly onStarted: () => void;
}

/** Refreshes everything on demand, and shows how far the refresh under way has come. */
export function RefreshPanel(props: RefreshPanelProps) {
  const { facts, formats, failedCount, hasFocus, onStarted } = props;
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
      {schedule !== '' && <Text>{schedule}</Text>}
      {!isRefreshed(facts) && <Text color="color.text.subtle">{texts.withoutToken}</Text>}
      <Inline>
        <LoadingButton
          key={String(hasFocus)}
          autoFocus={hasFocus}
          isLoading={start.isRunning || running !== undefined}
          onClick={() => void refreshAll()}
        >
          {texts.refreshAll}
        </LoadingButton>
      </Inline>
      {running && <RunProgress run={running} formats={formats} />}
      {running && running.startedAt === busyWith && <Text>{texts.busy}</Text>}
      {start.trouble && <ActionTrouble trouble={start.trouble} />}
      {run && !running && <RunOutcome run={run} formats={formats} />}
      {run && !running && failedCount !== undefined && run.failed > failedCount && (
        <Text>{texts.failedElsewhere}</Text>
      )}
      {run?.isCutOff && !running && <Text>{texts.cutOff}</Text>}
      {run && !running && run.accessLost > 0 && (
        <SectionMessage appearance="warning" title={texts.accessLostTitle}>
          <Text>{texts.accessLostAbout}</Text>
        </SectionMessage>
      )}
      {run && !running && <LeftAloneNotice run={run} formats={formats} />}
    </Stack>
  );
}

/** A run that did not ask the service for everything is told of by its own outcome. */
function scheduleText(facts: Facts, { distance, moment }: PageFormats): string {
  const { lastRun, run, now } = facts;
  const next = nextRefreshAt(facts);
  const sentences = [
    lastRun ? texts.last(distance(lastRun.finishedAt - now)) : run ? undefined : texts.never,
    next === undefined ? undefined : texts.next(moment(next)),
  ];
  return sentences.filter(Boolean).join(' ');
}

interface RunProps {
  readonly run: ShownRun;
  readonly formats: PageFormats;
}

function RunProgress({ run, formats }: RunProps) {
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
      <WaitLine job={run} formats={formats} />
      <Text size="small" color="color.text.subtle">
        {texts.leave}
      </Text>
    </Stack>
  );
}

/** What became of a refresh that is over. */
export function RunOutcome({ run, formats }: RunProps) {
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

/** The counts that are none zero. */
function outcomesOf(run: ShownRun, formats: PageFormats): string {
  return outcomeKinds
    .filter((kind) => run[kind] > 0)
    .map((kind) => texts.outcome[kind](formats.number(run[kind]), run[kind] === 1))
    .join(', ');
}
