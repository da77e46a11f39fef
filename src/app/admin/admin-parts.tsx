import {
  Box,
  ErrorMessage,
  Label,
  Stack,
  Text,
  Toggle,
  Button,
  Inline,
  Link,
  LoadingButton,
  xcss,
} from '@forge/react';
import { useEffect, useState } from 'react';
import type { JobFacts, JobTrouble } from '../jobs/job-facts';
import { usePageFormats } from '../object-display/use-page-formats';
import type { Reply, Trouble } from '../replies/reply';
import { useReply, type LatestReply } from '../screen/call-resolver';
import { SubtleText } from '../screen/subtle-text';
import { issueAddress } from './jira-screens';

export const adminTexts = {
  loading: 'Loading the state of the app',
  connectReason: 'Connect your Workspace Data Service account to see this.',
};

export function troubleText(trouble: Trouble): string {
  return trouble.kind === 'consent' ? adminTexts.connectReason : trouble.message;
}

/** Why an action failed. The button beside it is there to try again. */
export function ActionTrouble({ trouble }: { trouble: Trouble }) {
  return (
    <Stack space="space.050">
      <ErrorMessage>{troubleText(trouble)}</ErrorMessage>
      {trouble.kind === 'problem' && trouble.detail !== undefined && (
        <SubtleText>{trouble.detail}</SubtleText>
      )}
    </Stack>
  );
}

interface FactLineProps {
  readonly label: string;
  readonly value: string;
}

export function FactLine({ label, value }: FactLineProps) {
  return (
    <Text>
      <Text as="strong">{label}:</Text> {value}
    </Text>
  );
}

/** Each work item once. */
export function WorkItemLinks({ keys }: { readonly keys: readonly string[] }) {
  return (
    <Inline space="space.100" rowSpace="space.0" shouldWrap>
      {[...new Set(keys)].map((key) => (
        <Link key={key} href={issueAddress(key)} openNewTab>
          {key}
        </Link>
      ))}
    </Inline>
  );
}

interface SwitchProps {
  readonly id: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

/** Keeps a long label from making the toggle too narrow for its knob. */
const toggleBox = xcss({ minWidth: '40px' });
/** A label has this much space below it, for an input. */
const labelBox = xcss({ paddingBlockStart: 'space.050' });

export function Switch({ id, label, isOn, onChange }: SwitchProps) {
  return (
    <Inline space="space.100" alignBlock="center">
      <Box xcss={toggleBox}>
        <Toggle id={id} isChecked={isOn} onChange={onChange} />
      </Box>
      <Box xcss={labelBox}>
        <Label labelFor={id}>{label}</Label>
      </Box>
    </Inline>
  );
}

interface RemovalButtonsProps {
  readonly cancelText: string;
  readonly removeText: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** The buttons of a confirmation: go back, which has the focus, or remove. */
export function RemovalButtons(props: RemovalButtonsProps) {
  const { cancelText, removeText, isRunning, onCancel, onRemove } = props;
  return (
    <Inline space="space.100" alignInline="end">
      <Button appearance="subtle" autoFocus onClick={onCancel}>
        {cancelText}
      </Button>
      <LoadingButton appearance="danger" isLoading={isRunning} onClick={onRemove}>
        {removeText}
      </LoadingButton>
    </Inline>
  );
}

export const waitReasons: Readonly<Record<JobTrouble, string>> = {
  serviceCalls: 'to stay within the service’s limits',
  serviceBusy: 'because the service had too many requests',
  serviceDown: 'because the service failed to answer',
  serviceUnreadable: 'because the app can’t read what the service answered',
  serviceRefused: 'because the service rejected a request',
  tokenRefused: 'because the service doesn’t accept the access token',
  cannotSend: 'because the app can’t send requests to the service',
  jiraShare: 'because the app’s background work used up its share of Jira’s limits',
  jiraLimit: 'because of Jira’s limits',
  jiraDown: 'because Jira failed to answer',
  jiraRefused: 'because Jira rejected a request',
  storageDown: 'because the app’s storage in Jira failed',
  unexpected: 'because something went wrong in the app',
};

interface WaitLineProps {
  readonly job: Pick<JobFacts, 'waitingUntil' | 'waitReason'>;
}

export function WaitLine({ job: { waitingUntil, waitReason } }: WaitLineProps) {
  const formats = usePageFormats();
  if (waitingUntil === undefined) return null;
  const moment = formats.moment(waitingUntil);
  const reason = waitReason ? ` ${waitReasons[waitReason]}` : '';
  return <Text>{`Waiting until ${moment}${reason}.`}</Text>;
}

interface Work {
  readonly phase: string;
  readonly waitingUntil?: number | undefined;
}

const pollingMs = 2_000;
/** A job waits mostly for Jira's hourly limit, which each load uses up a little. */
const pollingWhileWaitingMs = 30_000;

/** Loads the state of a job in the background again and again while it runs. A failed load keeps the value. */
export function useBackgroundWork<Value>(
  load: () => Promise<Reply<Value>>,
  workIn: (value: Value) => Work | null | undefined,
): LatestReply<Value> {
  const loaded = useReply(load);
  const { value, isLoading, reload } = loaded;
  const [latest, setLatest] = useState<Value>();
  if (value !== undefined && value !== latest) setLatest(value);

  const work = latest === undefined ? undefined : workIn(latest);
  const isPolling = !isLoading && isUnderWay(work);
  const delayMs = work?.waitingUntil === undefined ? pollingMs : pollingWhileWaitingMs;
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setTimeout(reload, delayMs);
    return () => clearTimeout(timer);
  }, [isPolling, delayMs, reload]);

  return { ...loaded, value: latest };
}

export function isUnderWay(work: Work | null | undefined): boolean {
  return work ? !['done', 'failed', 'canceled'].includes(work.phase) : false;
}
