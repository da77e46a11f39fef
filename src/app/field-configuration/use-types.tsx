import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { configurationTexts as texts } from './configuration-texts';
import { listTypes, type TypeChoice } from './field-configuration-contract';

/** The types of a workspace, or what to show instead of them. */
export function useTypes(workspaceId: string | undefined) {
  const load = useCallback(async (): Promise<Reply<{ types?: TypeChoice[] }>> => {
    if (workspaceId === undefined) return { kind: 'ok', value: {} };
    return callResolver(listTypes, { workspaceId });
  }, [workspaceId]);
  const loaded = useReply(load);
  const notice = (
    <Loaded {...loaded} loadingText={texts.loading} connectReason={texts.connectReason} />
  );
  return { choices: loaded.value?.types, notice };
}
