import { ErrorMessage, Inline, Link, ProgressBar, SectionMessage, Stack, Text } from '@forge/react';
import type { UpkeepFacts } from '../label-upkeep/upkeep-facts';
import type { PageFormats } from '../object-display/use-page-formats';
import { issueAddress } from './jira-screens';
import type { AdminField } from './admin-replies';
import { WaitLine } from './wait-line';
import { valuesTexts as texts } from './values-texts';

interface LabelJobProps {
  readonly job: UpkeepFacts;
  readonly formats: PageFormats;
}

/** How far a job has come. */
export function LabelJobProgress({ job, formats }: LabelJobProps) {
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
      <WaitLine job={job} formats={formats} />
      <Text size="small" color="color.text.subtle">
        {texts.leave}
      </Text>
    </Stack>
  );
}

interface LabelJobOutcomeProps extends LabelJobProps {
  readonly fields: readonly AdminField[];
}

/** What became of a job that is over. */
export function LabelJobOutcome({ job, fields, formats }: LabelJobOutcomeProps) {
  const { phase, fieldName, isDryRun, message, finishedAt, startedAt, outdated, done } = job;
  const moment = formats.moment(finishedAt ?? startedAt);
  const ended = isDryRun ? texts.checked(fieldName, moment) : texts.refreshed(fieldName, moment);
  const title = phase === 'canceled' ? texts.canceled(fieldName, moment) : ended;
  const seen = fields.find(({ fieldId }) => fieldId === job.fieldId)?.issueCount ?? 0;
  return (
    <Stack space="space.100">
      {phase === 'failed' && (
        <ErrorMessage>{[texts.failed(fieldName), message].filter(Boolean).join(' ')}</ErrorMessage>
      )}
      <Text>
        {[phase === 'failed' ? '' : title, countsOf(job, formats)].filter(Boolean).join(': ')}
      </Text>
      {phase === 'done' && outdated === 0 && <Text>{texts.upToDate}</Text>}
      {job.unwritable > 0 && <Unwritable job={job} formats={formats} />}
      {phase === 'done' && seen > done && (
        <Text>{texts.unseen(formats.number(seen - done), seen - done === 1)}</Text>
      )}
    </Stack>
  );
}

function Unwritable({ job: { unwritable, unwritableKeys }, formats }: LabelJobProps) {
  const title = texts.unwritable(formats.number(unwritable), unwritable === 1);
  return (
    <SectionMessage appearance="warning" title={title}>
      <Text>{texts.unwritableAbout}</Text>
      <Inline space="space.100" rowSpace="space.0" shouldWrap>
        {unwritableKeys.map((key) => (
          <Link key={key} href={issueAddress(key)} openNewTab>
            {key}
          </Link>
        ))}
      </Inline>
    </SectionMessage>
  );
}

const countKinds = [
  'done',
  'outdated',
  'written',
  'changedMeanwhile',
  'unreadable',
  'unknown',
] as const;

/** The counts that are none zero. */
function countsOf(job: UpkeepFacts, formats: PageFormats): string {
  return countKinds
    .filter((kind) => job[kind] > 0)
    .map((kind) => texts.outcome[kind](formats.number(job[kind])))
    .join(', ');
}
