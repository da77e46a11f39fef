import { Box, Heading, Inline, LoadingButton, Stack, Text, xcss } from '@forge/react';
import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { ChoiceField } from '../field-configuration/labelled-field';
import type { UpkeepFacts } from '../label-upkeep/upkeep-facts';
import type { PageFormats } from '../object-display/use-page-formats';
import { ActionTrouble } from './action-trouble';
import { cancelLabelJob, findLabelJob, startLabelJob } from './admin-contract';
import { LabelChangesTable } from './label-changes-table';
import { LabelJobOutcome, LabelJobProgress } from './label-job-state';
import { adminPageTexts } from './page-texts';
import type { AdminField, Facts } from './admin-replies';
import { useAction } from './use-action';
import { useBackgroundWork } from './use-background-work';
import { valuesTexts as texts } from './values-texts';

interface LabelsSectionProps {
  readonly facts: Facts;
  /** Undefined while they are loaded. */
  readonly fields: readonly AdminField[] | undefined;
  readonly formats: PageFormats;
}

const wide = xcss({ width: '400px', maxWidth: '100%' });

const loadJob = () => callResolver(findLabelJob, {});
const jobIn = ({ job }: { readonly job: UpkeepFacts | null }) => job;

/** Refreshes the labels that Jira stores in a field, after a dry run that says what would change. */
export function LabelsSection({ facts, fields, formats }: LabelsSectionProps) {
  const loaded = useBackgroundWork(loadJob, jobIn);
  const job = loaded.value?.job;
  const [chosen, setChosen] = useState<string>();
  const running = job?.phase === 'running' ? job : undefined;
  // While one is under way it is the field's whose labels are looked at.
  const fieldId = running?.fieldId ?? chosen ?? job?.fieldId;
  const isChecked = job?.phase === 'done' && job.isDryRun && job.fieldId === fieldId;
  const outdated = isChecked ? job.outdated : 0;
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.labelsTitle}
      </Heading>
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
        fieldId={facts.token === null ? undefined : fieldId}
        running={running}
        outdated={outdated}
        formats={formats}
        onStarted={loaded.reload}
      />
      <Loaded
        {...loaded}
        loadingText={adminPageTexts.loading}
        connectReason={adminPageTexts.connectReason}
      />
      {running && <LabelJobProgress job={running} formats={formats} />}
      {job && !running && <LabelJobOutcome job={job} fields={fields ?? []} formats={formats} />}
      {outdated > 0 && <LabelChangesTable key={job?.runId} formats={formats} />}
    </Stack>
  );
}

interface JobButtonsProps {
  /** Undefined where no job can begin. */
  readonly fieldId: string | undefined;
  readonly running: UpkeepFacts | undefined;
  /** How many work items a dry run found that a job would write. */
  readonly outdated: number;
  readonly formats: PageFormats;
  readonly onStarted: () => void;
}

function JobButtons({ fieldId, running, outdated, formats, onStarted }: JobButtonsProps) {
  const starting = useAction();
  const canceling = useAction();
  const [isBusy, setIsBusy] = useState(false);
  const [canceledId, setCanceledId] = useState<string>();

  async function start(isDryRun: boolean) {
    if (fieldId === undefined) return;
    const started = await starting.run(() => callResolver(startLabelJob, { fieldId, isDryRun }));
    setIsBusy(started?.isStarted === false);
    if (started) onStarted();
  }

  async function cancel() {
    if (await canceling.run(() => callResolver(cancelLabelJob, {}))) setCanceledId(running?.runId);
  }

  const button = { isDisabled: fieldId === undefined, isLoading: starting.isRunning };
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
      {starting.trouble && <ActionTrouble trouble={starting.trouble} />}
      {canceling.trouble && <ActionTrouble trouble={canceling.trouble} />}
      {running && isBusy && <Text>{texts.busy}</Text>}
      {running && running.runId === canceledId && <Text>{texts.canceling}</Text>}
    </Stack>
  );
}
