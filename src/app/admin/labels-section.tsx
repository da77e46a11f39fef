import {
  Box,
  Heading,
  Inline,
  LoadingButton,
  Stack,
  Text,
  xcss,
  ErrorMessage,
  Link,
  ProgressBar,
  DynamicTable,
} from '@forge/react';
import { useState } from 'react';
import { usePageFormats } from '../object-display/use-page-formats';
import { ChoiceField } from '../field-configuration/labelled-field';
import type { UpkeepFacts } from '../label-upkeep/upkeep-facts';
import { callResolver, useAction, useAnswer } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import {
  cancelLabelJob,
  findLabelJob,
  startLabelJob,
  type AdminField,
  type Facts,
  type LabelJob,
  listLabelChanges,
  type LabelChanges,
} from './admin-contract';
import { ActionTrouble, adminTexts, useBackgroundWork, isUnderWay, WaitLine } from './admin-parts';
import { DailyLabelsPart } from './daily-labels';
import { issueAddress } from './jira-screens';
import { countsOf, Unwritable } from './label-counts';
import { SubtleText } from '../screen/subtle-text';
import { Section } from '../screen/section';

const texts = {
  labelsTitle: 'Refresh stored labels',
  labelsAbout:
    'Jira keeps the label that an object had when someone saved the field. After objects are renamed, refresh the labels of a field on all its work items. This leaves no entry in the history, but your site might still send emails or run automation rules.',
  needsToken: 'To refresh labels, you need an access token. Save one under Token.',
  fieldLabel: 'Field',
  chooseField: 'Choose a field',
  noField: 'Choose a field first.',
  check: 'Check labels',
  refreshCount: (count: string, isOne: boolean) =>
    isOne ? 'Refresh labels on 1 work item' : `Refresh labels on ${count} work items`,
  cancel: 'Cancel',
  canceling: 'Stopping before the next 100 work items.',
  busy: 'Another job is running. Wait until it ends, or cancel it.',
  progressLabel: 'Progress of the job',
  checkingField: (fieldName: string) => `Checking the labels of ${fieldName}`,
  refreshingField: (fieldName: string) => `Refreshing the labels of ${fieldName}`,
  counting: 'Counting work items',
  progress: (done: string, total: string) => `Work items checked: ${done} of about ${total}`,
  leave: 'You can leave this page. The job continues.',
  checked: (fieldName: string, moment: string) => `Labels of ${fieldName} checked, ${moment}`,
  refreshed: (fieldName: string, moment: string) => `Labels of ${fieldName} refreshed, ${moment}`,
  canceled: (fieldName: string, moment: string) =>
    `Labels of ${fieldName}: job canceled, ${moment}`,
  failed: (fieldName: string) => `The job for the labels of ${fieldName} didn’t finish.`,
  upToDate: 'All labels are up to date.',
  unseen: (count: string, isOne: boolean) =>
    isOne
      ? 'When the job began, the admin who started it could see about 1 more work item with this field than the app. Its labels stay as they are. Projects and security levels can hide work items from apps.'
      : `When the job began, the admin who started it could see about ${count} more work items with this field than the app. Their labels stay as they are. Projects and security levels can hide work items from apps.`,
  changesTitle: 'The first changes',
  changesLoading: 'Loading the first changes',
  hidden: (count: string) => `Changes in work items that you can’t see: ${count}.`,
  workItem: 'Work item',
  from: 'Stored label',
  to: 'Label now',
};

interface LabelsSectionProps {
  readonly facts: Facts;
  /** Undefined while they are loaded. */
  readonly fields: readonly AdminField[] | undefined;
}

const wide = xcss({ width: '400px', maxWidth: '100%' });

const loadJob = () => callResolver(findLabelJob, {});
const workIn = ({ job, daily }: LabelJob) => (isUnderWay(job) ? job : daily.run);

/** Refreshes the labels that Jira stores in a field, after a dry run that says what would change. */
export function LabelsSection({ facts, fields }: LabelsSectionProps) {
  const loaded = useBackgroundWork(loadJob, workIn);
  const job = loaded.value?.job;
  const [chosen, setChosen] = useState<string>();
  const running = job?.phase === 'running' ? job : undefined;
  // While a job is running, its field is shown.
  const fieldId = running?.fieldId ?? chosen ?? job?.fieldId;
  const isChecked = job?.phase === 'done' && job.isDryRun && job.fieldId === fieldId;
  const outdated = isChecked ? job.outdated : 0;
  return (
    <Section title={texts.labelsTitle}>
      <Text>{texts.labelsAbout}</Text>
      <Box xcss={wide}>
        <ChoiceField
          id="label-field"
          label={texts.fieldLabel}
          placeholder={texts.chooseField}
          choices={fields?.map((field) => ({ id: field.fieldId, name: field.name })) ?? []}
          chosenId={fieldId}
          onChoose={setChosen}
        />
      </Box>
      {facts.token === null && <Text color="color.text.subtle">{texts.needsToken}</Text>}
      <JobButtons
        hasToken={facts.token !== null}
        fieldId={fieldId}
        running={running}
        outdated={outdated}
        onStarted={loaded.reload}
      />
      <Loaded
        {...loaded}
        loadingText={adminTexts.loading}
        connectReason={adminTexts.connectReason}
      />
      {running && <LabelJobProgress job={running} />}
      {job && !running && <LabelJobOutcome job={job} />}
      {outdated > 0 && <LabelChangesTable key={job?.runId} />}
      {loaded.value && <DailyLabelsPart daily={loaded.value.daily} onChange={loaded.reload} />}
    </Section>
  );
}

interface JobButtonsProps {
  /** Without one no job can begin. */
  readonly hasToken: boolean;
  /** Undefined where none is chosen. */
  readonly fieldId: string | undefined;
  readonly running: UpkeepFacts | undefined;
  /** How many work items would change, as a dry run found. */
  readonly outdated: number;
  readonly onStarted: () => void;
}

function JobButtons({ hasToken, fieldId, running, outdated, onStarted }: JobButtonsProps) {
  const formats = usePageFormats();
  const starting = useAction();
  const canceling = useAction();
  const [isBusy, setIsBusy] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const [canceledId, setCanceledId] = useState<string>();

  async function start(isDryRun: boolean) {
    setIsPressed(true);
    if (fieldId === undefined) return;
    const started = await starting.run(() => callResolver(startLabelJob, { fieldId, isDryRun }));
    setIsBusy(started?.isStarted === false);
    if (started) onStarted();
  }

  async function cancel() {
    if (await canceling.run(() => callResolver(cancelLabelJob, {}))) setCanceledId(running?.runId);
  }

  const button = { isDisabled: !hasToken, isLoading: starting.isRunning };
  return (
    <Stack space="space.100">
      <Inline space="space.100" rowSpace="space.100" shouldWrap>
        {!running && (
          <LoadingButton {...button} onClick={() => void start(true)}>
            {texts.check}
          </LoadingButton>
        )}
        {!running && outdated > 0 && (
          <LoadingButton {...button} appearance="primary" onClick={() => void start(false)}>
            {texts.refreshCount(formats.number(outdated), outdated === 1)}
          </LoadingButton>
        )}
        {running && (
          <LoadingButton isLoading={canceling.isRunning} onClick={() => void cancel()}>
            {texts.cancel}
          </LoadingButton>
        )}
      </Inline>
      {isPressed && fieldId === undefined && <ErrorMessage>{texts.noField}</ErrorMessage>}
      {starting.trouble && <ActionTrouble trouble={starting.trouble} />}
      {canceling.trouble && <ActionTrouble trouble={canceling.trouble} />}
      {running && isBusy && <Text>{texts.busy}</Text>}
      {running && running.runId === canceledId && <Text>{texts.canceling}</Text>}
    </Stack>
  );
}

interface LabelJobProps {
  readonly job: UpkeepFacts;
}

function LabelJobProgress({ job }: LabelJobProps) {
  const formats = usePageFormats();
  const { isDryRun, fieldName, done, total } = job;
  const title = isDryRun ? texts.checkingField(fieldName) : texts.refreshingField(fieldName);
  const progress =
    total === undefined
      ? texts.counting
      : texts.progress(formats.number(done), formats.number(Math.max(total, done)));
  return (
    <Stack space="space.050">
      <ProgressBar
        ariaLabel={texts.progressLabel}
        isIndeterminate={total === undefined}
        value={total ? Math.min(1, done / total) : 0}
      />
      <Text>
        {title}: {progress}
      </Text>
      <Text>{countsOf(job, formats)}</Text>
      <WaitLine job={job} />
      <SubtleText>{texts.leave}</SubtleText>
    </Stack>
  );
}

function LabelJobOutcome({ job }: LabelJobProps) {
  const formats = usePageFormats();
  const { phase, fieldName, isDryRun, message, finishedAt, startedAt, outdated, unseen = 0 } = job;
  const moment = formats.moment(finishedAt ?? startedAt);
  const ended = isDryRun ? texts.checked(fieldName, moment) : texts.refreshed(fieldName, moment);
  const title = phase === 'canceled' ? texts.canceled(fieldName, moment) : ended;
  return (
    <Stack space="space.100">
      {phase === 'failed' && (
        <ErrorMessage>{[texts.failed(fieldName), message].filter(Boolean).join(' ')}</ErrorMessage>
      )}
      <Text>
        {[phase === 'failed' ? '' : title, countsOf(job, formats)].filter(Boolean).join('. ')}
      </Text>
      {phase === 'done' && outdated === 0 && <Text>{texts.upToDate}</Text>}
      <Unwritable counts={job} />
      {phase === 'done' && unseen > 0 && (
        <Text>{texts.unseen(formats.number(unseen), unseen === 1)}</Text>
      )}
    </Stack>
  );
}

function LabelChangesTable() {
  const loaded = useAnswer(listLabelChanges, {});
  return (
    <Stack space="space.100">
      <Heading as="h3" size="xsmall">
        {texts.changesTitle}
      </Heading>
      <Loaded
        {...loaded}
        loadingText={texts.changesLoading}
        connectReason={adminTexts.connectReason}
      >
        {(changes) => <ChangeRows {...changes} />}
      </Loaded>
    </Stack>
  );
}

const columns = ['workItem', 'from', 'to'] as const;

function ChangeRows({ changes, hiddenCount }: LabelChanges) {
  const formats = usePageFormats();
  const rows = changes.map(({ key, from, to }, index) => {
    const contents = {
      workItem: (
        <Link href={issueAddress(key)} openNewTab>
          {key}
        </Link>
      ),
      from,
      to,
    };
    return {
      key: String(index),
      cells: columns.map((column) => ({ key: column, content: <Text>{contents[column]}</Text> })),
    };
  });
  return (
    <>
      {rows.length > 0 && (
        <DynamicTable
          label={texts.changesTitle}
          head={{ cells: columns.map((key) => ({ key, content: texts[key] })) }}
          rows={rows}
        />
      )}
      {hiddenCount > 0 && <Text>{texts.hidden(formats.number(hiddenCount))}</Text>}
    </>
  );
}
