import { Box, Icon, Spinner, Inline, LinkButton, LoadingButton, Stack } from '@forge/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Trouble } from '../replies/reply';
import { useConnectAddress } from './use-app-page';
import type { LatestReply } from './call-resolver';
import { SubtleText } from './subtle-text';
import { useConnectTurn } from './use-connect-turn';
import { useRepeatedCheck, useReturn } from './use-return';

interface LoadedProps<Value> extends LatestReply<Value> {
  readonly loadingText: string;
  readonly spinnerSize?: 'small' | 'medium';
  /** What the person gets by connecting their account, as a sentence. */
  readonly connectReason: string;
  /** Undefined where the value is drawn elsewhere. */
  readonly children?: (value: Value) => ReactNode;
}

/** Draws what a screen loads: a spinner before the first answer, then the value or what went wrong. */
export function Loaded<Value>({ value, trouble, children, ...props }: LoadedProps<Value>) {
  return (
    <>
      {value === undefined && !trouble && (
        <Spinner size={props.spinnerSize ?? 'small'} label={props.loadingText} />
      )}
      <TroubleNotice {...props} trouble={trouble} />
      {value !== undefined && children?.(value)}
    </>
  );
}

interface TroubleNoticeProps {
  /** Nothing is drawn without one. */
  readonly trouble: Trouble | undefined;
  /** What the person gets by connecting their account, as a sentence. */
  readonly connectReason: string;
  readonly isLoading?: boolean;
  /** Undefined where another button is there to try again. */
  readonly reload?: () => void;
}

/** Says why a request failed, and offers what helps: to connect the account or to try again. */
export function TroubleNotice({ trouble, ...props }: TroubleNoticeProps) {
  return trouble ? <Notice {...props} trouble={trouble} /> : null;
}

function Notice(props: TroubleNoticeProps & { readonly trouble: Trouble }) {
  const { trouble, connectReason, isLoading = false, reload } = props;
  const isUnconnected = trouble.kind === 'consent';
  const retry = isUnconnected || trouble.canRetry ? reload : undefined;
  const [connectClicks, setConnectClicks] = useState(0);
  // Loads again once the person has connected their account, in another tab or by another notice.
  const goOn = isUnconnected ? reload : undefined;
  useReturn(goOn);
  useRepeatedCheck(connectClicks > 0 ? goOn : undefined, connectClicks);
  const isFirst = useConnectTurn(isUnconnected, isLoading ? undefined : goOn);
  const wait = useWait(trouble, retry);
  if (isUnconnected && isFirst === false) {
    return <TroubleText glyph="status-information">{texts.othersConnect}</TroubleText>;
  }
  const detail = isUnconnected || wait ? undefined : trouble.detail;
  return (
    <Stack space="space.050" alignInline="start">
      <TroubleText>{isUnconnected ? connectReason : trouble.message}</TroubleText>
      {detail !== undefined && <SubtleText>{detail}</SubtleText>}
      {wait && <WaitNotice wait={wait} />}
      {(isUnconnected ? isFirst : retry && !wait?.goesOnByItself) && (
        <Inline space="space.100" rowSpace="space.050" shouldWrap>
          {isUnconnected && <ConnectButton onClick={() => setConnectClicks(connectClicks + 1)} />}
          {retry && (
            <LoadingButton
              appearance="subtle"
              spacing="compact"
              isLoading={isLoading}
              onClick={retry}
            >
              {texts.tryAgain}
            </LoadingButton>
          )}
        </Inline>
      )}
    </Stack>
  );
}

interface Wait {
  readonly secondsLeft: number;
  /** What a screen reader reads out: as the wait begins, and as it ends. */
  readonly announcement: string;
  readonly goesOnByItself: boolean;
}

/** Those who wait together don't come back together. */
const maximumMoreMs = 5_000;

/**
 * Counts down to when trying again helps, then tries again by itself: once, after that it is for the person to do.
 * Undefined where nobody knows how long to wait.
 */
function useWait(trouble: Trouble, retry: (() => void) | undefined): Wait | undefined {
  const seconds = trouble.kind === 'problem' ? trouble.retryAfterSeconds : undefined;
  const [secondsLeft, setSecondsLeft] = useState(seconds ?? 0);
  const [announcement, setAnnouncement] = useState('');
  const [goesOnByItself, setGoesOnByItself] = useState(true);
  const newest = useRef({ retry, goesOnByItself });
  useEffect(() => {
    newest.current = { retry, goesOnByItself };
  });
  // Begins anew with each refusal, which is another trouble.
  useEffect(() => {
    if (trouble.kind !== 'problem' || trouble.retryAfterSeconds === undefined) return undefined;
    const words = newest.current.goesOnByItself ? texts.waitOnce : texts.waitAgain;
    // Not drawn with the region itself: a screen reader reads what changes there.
    setAnnouncement(words.begins(lessThan(trouble.retryAfterSeconds)));
    return countDown(trouble.retryAfterSeconds, setSecondsLeft, () => {
      setAnnouncement(words.ends);
      if (!newest.current.goesOnByItself) return undefined;
      return setTimeout(() => {
        setGoesOnByItself(false);
        newest.current.retry?.();
      }, Math.random() * maximumMoreMs);
    });
  }, [trouble]);
  return seconds === undefined ? undefined : { secondsLeft, announcement, goesOnByItself };
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * Tells each second how many are left, by the clock: timers rest while the tab is hidden.
 * @param end what is begun at the end, and stops with it
 * @returns how to stop it
 */
function countDown(
  seconds: number,
  tell: (secondsLeft: number) => void,
  end: () => Timer | undefined,
): () => void {
  const endsAt = Date.now() + seconds * 1_000;
  let timer: Timer | undefined;
  const tick = () => {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
    tell(left);
    timer = left > 0 ? setTimeout(tick, 1_000) : end();
  };
  tick();
  return () => clearTimeout(timer);
}

/** The seconds stand outside of what is read out. */
function WaitNotice({ wait: { secondsLeft, announcement } }: { readonly wait: Wait }) {
  return (
    <>
      <Box role="status">{announcement !== '' && <SubtleText>{announcement}</SubtleText>}</Box>
      {secondsLeft > 0 && <SubtleText>{texts.timeLeft(secondsLeft)}</SubtleText>}
    </>
  );
}

interface TroubleTextProps {
  /** A warning unless nothing is wrong. */
  readonly glyph?: 'status-warning' | 'status-information';
  readonly children: string;
}

/** What is wrong, or what is missing, so that nobody takes it for a value. */
export function TroubleText({ glyph = 'status-warning', children }: TroubleTextProps) {
  return (
    <Inline space="space.050" alignBlock="start">
      <Icon glyph={glyph} label="" size="small" color="color.icon.subtle" />
      <SubtleText maxLines={6}>{children}</SubtleText>
    </Inline>
  );
}

/** Opens the page where people connect their account; nothing until its address is known. */
function ConnectButton({ onClick }: { readonly onClick: () => void }) {
  const address = useConnectAddress();
  if (address === undefined) return null;
  return (
    <LinkButton spacing="compact" href={address} target="_blank" onClick={onClick}>
      {texts.connectLink}
    </LinkButton>
  );
}

const texts = {
  connectLink: 'Connect',
  othersConnect: 'Waiting for you to connect your account: “Connect” is elsewhere on this page.',
  tryAgain: 'Try again',
  waitOnce: {
    begins: (time: string) => `This continues by itself in ${time}. What you entered is kept.`,
    ends: 'The wait is over. Continuing now.',
  },
  waitAgain: {
    begins: (time: string) => `You can try again in ${time}. What you entered is kept.`,
    ends: 'The wait is over. You can try again.',
  },
  timeLeft: (seconds: number) =>
    `Time left: ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
};

/** It stands there until the wait is over. */
function lessThan(seconds: number): string {
  const minutes = Math.floor(seconds / 60) + 1;
  return minutes === 1 ? 'less than a minute' : `less than ${minutes} minutes`;
}
