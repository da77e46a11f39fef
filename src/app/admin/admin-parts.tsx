import {
  ErrorMessage,
  Stack,
  Text,
  Button,
  Inline,
  LoadingButton,
  SectionMessage,
} from '@forge/react';
import { useCallback, useEffect, useState } from 'react';
import type { PageFormats } from '../object-display/formats';
import { tokenProblem, type Reply, type Trouble } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import { useReply, type LatestReply } from '../screen/use-reply';
import { testToken, type Facts, type WorkingToken } from './admin-contract';

export const adminTexts = {
  loading: 'Loading the state of the app',
  connectReason: 'Connect your Workspace Data Service account to see this.',
};

/** Why an action failed. The button beside it is there to try again. */
export function ActionTrouble({ trouble }: { trouble: Trouble }) {
  if (trouble.kind === 'consent') return <ErrorMessage>{adminTexts.connectReason}</ErrorMessage>;
  return (
    <Stack space="space.050">
      <ErrorMessage>{trouble.message}</ErrorMessage>
      {trouble.detail !== undefined && (
        <Text size="small" color="color.text.subtle">
          {trouble.detail}
        </Text>
      )}
    </Stack>
  );
}

interface FactLineProps {
  readonly label: string;
  readonly value: string;
}

/** A value with its name before it. */
export function FactLine({ label, value }: FactLineProps) {
  return (
    <Text>
      <Text as="strong">{label}:</Text> {value}
    </Text>
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

interface WaitLineProps {
  readonly job: {
    readonly waitingUntil?: number | undefined;
    readonly isWaitingForJira?: boolean | undefined;
  };
  readonly formats: PageFormats;
}

/** How long a job waits, and why; nothing while it doesn't wait. */
export function WaitLine({ job: { waitingUntil, isWaitingForJira }, formats }: WaitLineProps) {
  if (waitingUntil === undefined) return null;
  const moment = formats.moment(waitingUntil);
  return (
    <Text>
      {isWaitingForJira
        ? `Waiting until ${moment} because of Jira’s limits.`
        : `Waiting until ${moment} to stay within the service’s limits.`}
    </Text>
  );
}

export const unreadableTexts = {
  title: 'The access token can’t read every field',
  about: (names: string) =>
    `It can’t read the workspace or type of: ${names}. Searches on these fields fail or find less. Give the token’s owner access in the service, or save a token from someone who has access.`,
};

interface UnreadableNoticeProps {
  /** Undefined where that isn't known. */
  readonly fieldNames: readonly string[] | undefined;
}

/** Which fields a working token can't read; nothing where it reads them all. */
export function UnreadableNotice({ fieldNames = [] }: UnreadableNoticeProps) {
  if (fieldNames.length === 0) return null;
  return (
    <SectionMessage appearance="warning" title={unreadableTexts.title}>
      <Text>{unreadableTexts.about(fieldNames.join(', '))}</Text>
    </SectionMessage>
  );
}

/** The state of a job in the background. */
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

/** What the service says of the token. */
export type TokenTest = LatestReply<WorkingToken>;

/** The names of the fields whose objects the token can't read; none where that isn't known. */
export function unreadableIn({ value }: TokenTest): readonly string[] {
  return value?.unreadableFields ?? [];
}

/** Asks whenever the page opens and for each new token: the last refresh may have used another one. */
export function useTokenTest(setAt: number | undefined): TokenTest {
  const load = useCallback(
    () =>
      setAt === undefined
        ? Promise.resolve(tokenProblem('TOKEN_MISSING'))
        : callResolver(testToken, {}),
    [setAt],
  );
  return useReply(load);
}

/** What the service says now counts for more than what was kept and what the last refresh found. */
export function withTest(facts: Facts, { value, trouble }: TokenTest): Facts {
  if (!facts.token) return facts;
  const isRefused = trouble?.kind === 'problem' && trouble.code === 'TOKEN_REFUSED';
  const isTokenRefused = value ? false : isRefused || facts.isTokenRefused;
  const { access } = value?.setAt === facts.token.setAt ? value : facts.token;
  return { ...facts, token: { ...facts.token, access }, isTokenRefused };
}
