import { ErrorMessage, Stack, Text } from '@forge/react';
import type { RoundFacts } from '../label-upkeep/round-facts';
import { usePageFormats } from '../object-display/use-page-formats';
import { callResolver, useAction } from '../screen/call-resolver';
import { turnDailyLabels, type LabelJob } from './admin-contract';
import { ActionTrouble, isUnderWay, Switch, WaitLine, waitReasons } from './admin-parts';
import { countsOf, Unwritable } from './label-counts';

const texts = {
  label: 'Every day',
  about:
    'Each day, the app checks up to 10,000 work items of all fields, refreshes up to 1,000, and goes on the next day where it stopped. Your site might send emails or run automation rules for these changes, and everyone who can see a work item or request then sees the new names. Labels change only if every member of the workspace may read the object’s type.',
  since: (moment: string) => `Round since ${moment}`,
  between: (from: string, to: string) => `Round from ${from} to ${to}`,
  place: (fieldName: string, done: string, total: string) =>
    `${fieldName}: ${done} of about ${total} work items checked.`,
  isRunning: 'Checking work items now.',
  goesOnTomorrow: 'The round goes on tomorrow.',
  isOff: 'Off. If you turn it on, the round goes on where it stopped.',
  passedOver: (fieldName: string, reason: string) =>
    `${fieldName}: the rest is left to the next round, ${reason}.`,
};

interface DailyLabelsProps {
  readonly daily: LabelJob['daily'];
  readonly onChange: () => void;
}

/** The switch for the daily refresh of labels, and how far it is. */
export function DailyLabelsPart({ daily: { isOn, run }, onChange }: DailyLabelsProps) {
  const saving = useAction();

  async function change() {
    if (saving.isRunning) return;
    if (await saving.run(() => callResolver(turnDailyLabels, { isOn: !isOn }))) onChange();
  }

  return (
    <Stack space="space.100">
      <Switch id="daily-labels" label={texts.label} isOn={isOn} onChange={() => void change()} />
      {saving.trouble && <ActionTrouble trouble={saving.trouble} />}
      <Text>{texts.about}</Text>
      {run && !isOn && run.round.finishedAt === undefined && <Text>{texts.isOff}</Text>}
      {run && isOn && <DayState run={run} />}
      {run && <RoundProgress run={run} />}
    </Stack>
  );
}

interface RunProps {
  readonly run: RoundFacts;
}

/** Says what happens next, or why nothing does. */
function DayState({ run }: RunProps) {
  const { phase, message, waitingUntil, round } = run;
  if (phase === 'failed') return <ErrorMessage>{message}</ErrorMessage>;
  if (waitingUntil !== undefined) return <WaitLine job={run} />;
  if (isUnderWay(run)) return <Text>{texts.isRunning}</Text>;
  return round.finishedAt === undefined ? <Text>{texts.goesOnTomorrow}</Text> : null;
}

function RoundProgress({ run: { round, field } }: RunProps) {
  const { moment, number } = usePageFormats();
  const { startedAt, finishedAt, passedOver } = round;
  const from = moment(startedAt);
  const title =
    finishedAt === undefined ? texts.since(from) : texts.between(from, moment(finishedAt));
  const total = field && Math.max(field.total ?? 0, field.done);
  const lines = [
    [title, countsOf(round, { number })].filter(Boolean).join('. '),
    ...(field ? [texts.place(field.fieldName, number(field.done), number(total ?? 0))] : []),
    ...passedOver.map(({ fieldName, reason }) => texts.passedOver(fieldName, waitReasons[reason])),
  ];
  return (
    <>
      {lines.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
      <Unwritable counts={round} />
    </>
  );
}
