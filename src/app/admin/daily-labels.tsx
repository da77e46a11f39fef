import { ErrorMessage, Stack, Text } from '@forge/react';
import type { Round, RoundFacts } from '../label-upkeep/round-facts';
import { usePageFormats } from '../object-display/use-page-formats';
import { callResolver, useAction } from '../screen/call-resolver';
import { SubtleText } from '../screen/subtle-text';
import { turnDailyLabels, type LabelJob } from './admin-contract';
import { ActionTrouble, isUnderWay, Switch, WaitLine, waitReasons } from './admin-parts';
import { countsOf, Unwritable } from './label-counts';

const texts = {
  label: 'Every day',
  about:
    'Each day, the app checks up to 10,000 work items of all fields, refreshes up to 1,000, and goes on the next day where it stopped. Your site might send emails or run automation rules for these changes, and everyone who can see a work item or request then sees the new names. Labels change only if every member of the workspace may read the object’s type.',
  roundSince: (moment: string) => `Round since ${moment}`,
  roundBetween: (from: string, to: string) => `Last round, from ${from} to ${to}`,
  previous: (from: string, to: string) => `The round before, from ${from} to ${to}`,
  standsAt: (fieldName: string, done: string, total: string) =>
    `${fieldName}: ${done} of about ${total} work items checked.`,
  isRunning: 'The app is checking work items now.',
  goesOnTomorrow: 'The round goes on tomorrow.',
  isStopping: 'Stopping before the next 100 work items.',
  isOff: 'Off: when you turn it on, the round goes on where it stopped.',
  needsToken: 'The round waits for an access token.',
  passedOver: (fieldName: string, reason: string) =>
    `${fieldName}: the rest is left to the next round, ${reason}.`,
};

interface DailyLabelsProps {
  readonly daily: LabelJob['daily'];
  /** Without one, the round waits. */
  readonly hasToken: boolean;
  readonly onChange: () => void;
}

/** The switch for the daily refresh of labels, and how far it is. */
export function DailyLabelsPart({ daily, hasToken, onChange }: DailyLabelsProps) {
  const saving = useAction();
  const { isOn, run } = daily;

  async function change() {
    if (saving.isRunning) return;
    if (await saving.run(() => callResolver(turnDailyLabels, { isOn: !isOn }))) onChange();
  }

  return (
    <Stack space="space.100">
      <Switch id="daily-labels" label={texts.label} isOn={isOn} onChange={() => void change()} />
      {saving.trouble && <ActionTrouble trouble={saving.trouble} />}
      <Text>{texts.about}</Text>
      {isOn && hasToken && run?.phase === 'failed' && <ErrorMessage>{run.message}</ErrorMessage>}
      {run && <RoundProgress {...{ run, isOn, hasToken }} />}
    </Stack>
  );
}

interface RoundProgressProps {
  readonly run: RoundFacts;
  readonly isOn: boolean;
  readonly hasToken: boolean;
}

function RoundProgress(props: RoundProgressProps) {
  const formats = usePageFormats();
  const { run, isOn } = props;
  const { round, previous, field } = run;
  const state = stateOf(props);
  return (
    <Stack space="space.050">
      <RoundOutcome round={round} titleOf={texts.roundBetween} />
      {field && (
        <Text>
          {texts.standsAt(
            field.fieldName,
            formats.number(field.done),
            formats.number(Math.max(field.total ?? 0, field.done)),
          )}
        </Text>
      )}
      {state !== '' && <SubtleText>{state}</SubtleText>}
      {isOn && <WaitLine job={run} />}
      {previous && <RoundOutcome round={previous} titleOf={texts.previous} />}
    </Stack>
  );
}

/** What happens next; empty where the screen says it already. */
function stateOf({ run, isOn, hasToken }: RoundProgressProps): string {
  if (!isOn) return isUnderWay(run) ? texts.isStopping : texts.isOff;
  if (!hasToken) return texts.needsToken;
  if (isUnderWay(run)) return run.waitingUntil === undefined ? texts.isRunning : '';
  return run.phase === 'done' && run.round.finishedAt === undefined ? texts.goesOnTomorrow : '';
}

interface RoundOutcomeProps {
  readonly round: Round;
  readonly titleOf: (from: string, to: string) => string;
}

function RoundOutcome({ round, titleOf }: RoundOutcomeProps) {
  const formats = usePageFormats();
  const { startedAt, finishedAt, passedOver } = round;
  const from = formats.moment(startedAt);
  const title =
    finishedAt === undefined ? texts.roundSince(from) : titleOf(from, formats.moment(finishedAt));
  return (
    <>
      <Text>{[title, countsOf(round, formats)].filter(Boolean).join('. ')}</Text>
      {passedOver.map(({ fieldName, reason }) => (
        <Text key={fieldName}>{texts.passedOver(fieldName, waitReasons[reason])}</Text>
      ))}
      <Unwritable counts={round} />
    </>
  );
}
