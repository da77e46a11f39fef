import { Icon, Spinner, Inline, LinkButton, LoadingButton, Stack } from '@forge/react';
import { type ReactNode, useState } from 'react';
import type { Trouble } from '../replies/reply';
import { useAppPage } from './use-app-page';
import type { LatestReply } from './call-resolver';
import { SubtleText } from './subtle-text';
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
  // Loads again once the person has connected their account in another tab or window.
  useReturn(isUnconnected ? reload : undefined);
  useRepeatedCheck(isUnconnected && connectClicks > 0 ? reload : undefined, connectClicks);
  return (
    <Stack space="space.050" alignInline="start">
      <TroubleText>{isUnconnected ? connectReason : trouble.message}</TroubleText>
      {trouble.kind === 'problem' && trouble.detail !== undefined && (
        <SubtleText>{trouble.detail}</SubtleText>
      )}
      {(isUnconnected || retry) && (
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

/** What is wrong, so that nobody takes it for a value. */
export function TroubleText({ children }: { readonly children: string }) {
  return (
    <Inline space="space.050" alignBlock="start">
      <Icon glyph="status-warning" label="" size="small" color="color.icon.subtle" />
      <SubtleText maxLines={6}>{children}</SubtleText>
    </Inline>
  );
}

/** Opens the page where people connect their account; nothing until its address is known. */
function ConnectButton({ onClick }: { readonly onClick: () => void }) {
  const address = useAppPage('connect');
  if (address === undefined) return null;
  return (
    <LinkButton spacing="compact" href={address} target="_blank" onClick={onClick}>
      {texts.connectLink}
    </LinkButton>
  );
}

const texts = {
  connectLink: 'Connect',
  tryAgain: 'Try again',
};
