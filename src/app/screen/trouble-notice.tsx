import { Inline, Link, LoadingButton, Stack, Text } from '@forge/react';
import { useReturn } from './use-return';
import { useAppPage } from './use-app-page';
import type { Trouble } from '../replies/reply';
import { troubleTexts as texts } from './trouble-texts';

interface TroubleNoticeProps {
  readonly trouble: Trouble;
  /** What the person gets by connecting their account, as a sentence. */
  readonly connectReason: string;
  readonly isRetrying?: boolean;
  /** Undefined where another button is there to try again. */
  readonly onRetry?: () => void;
}

/** Says in place what keeps a request from being answered, and offers the way out. */
export function TroubleNotice({
  trouble,
  connectReason,
  isRetrying = false,
  onRetry,
}: TroubleNoticeProps) {
  const canRetry = trouble.kind === 'consent' || trouble.canRetry;
  // Whoever comes back from connecting their account finds what they left it for.
  useReturn(trouble.kind === 'consent' ? onRetry : undefined);
  return (
    <Stack space="space.050" alignInline="start">
      {trouble.kind === 'consent' ? (
        <ConnectLine reason={connectReason} />
      ) : (
        <Text>{trouble.message}</Text>
      )}
      {trouble.kind === 'problem' && trouble.detail !== undefined && (
        <Text size="small" color="color.text.subtle">
          {trouble.detail}
        </Text>
      )}
      {canRetry && onRetry && (
        <Inline>
          <LoadingButton spacing="compact" isLoading={isRetrying} onClick={onRetry}>
            {texts.tryAgain}
          </LoadingButton>
        </Inline>
      )}
    </Stack>
  );
}

function ConnectLine({ reason }: { reason: string }) {
  const address = useAppPage('connect');
  return (
    <Text>
      {reason}{' '}
      {address !== undefined && (
        <Link href={address} openNewTab>
          {texts.connectLink}
        </Link>
      )}
    </Text>
  );
}
