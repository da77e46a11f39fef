import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import { useReply } from '../screen/use-reply';
import {
  listOptionNames,
  maximumAttributesAsked,
} from '../field-configuration/field-configuration-contract';
import type { KnownAttribute } from './vocabulary';

/** The options of an attribute; none of another kind, and none while they are not known. */
export function useOptionNames(
  workspaceId: string | undefined,
  attribute: KnownAttribute | undefined,
): readonly string[] {
  const hasOptions = attribute?.attributeTypeCode === 'OPTION';
  const asked = hasOptions ? attribute.attributeIds.slice(0, maximumAttributesAsked).join() : '';
  const load = useCallback(async (): Promise<Reply<{ names: string[] }>> => {
    if (workspaceId === undefined || asked === '') return { kind: 'ok', value: { names: [] } };
    return callResolver(listOptionNames, { workspaceId, attributeIds: asked.split(',') });
  }, [workspaceId, asked]);
  const { reply } = useReply(load);
  return reply?.kind === 'ok' ? reply.value.names : [];
}
