import { Spinner } from '@forge/react';
import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import { TroubleNotice } from '../screen/trouble-notice';
import { useReply } from '../screen/use-reply';
import { configurationTexts as texts } from './configuration-texts';
import { listTypes, type TypeChoice } from './field-configuration-contract';

/** The types of a workspace, or what to show instead of them. */
export function useTypes(workspaceId: string | undefined) {
  const load = useCallback(async (): Promise<Reply<{ types?: TypeChoice[] }>> => {
    if (workspaceId === undefined) return { kind: 'ok', value: {} };
    return callResolver(listTypes, { workspaceId });
  }, [workspaceId]);
  const { reply, isLoading, reload } = useReply(load);
  if (reply?.kind === 'ok') return { choices: reply.value.types, notice: null };
  const notice = reply ? (
    <TroubleNotice
      trouble={reply}
      connectReason={texts.connectReason}
      isRetrying={isLoading}
      onRetry={reload}
    />
  ) : (
    <Spinner size="small" label={texts.loading} />
  );
  return { choices: undefined, notice };
}
