import { useCallback } from 'react';
import type * as z from 'zod/mini';
import type { ResolverFunction } from '../access/resolver-function';
import {
  listAttributesBehind,
  listOptionNames,
  maximumAttributesAsked,
} from '../field-configuration/field-configuration-contract';
import type { Reply } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import { useReply, useUnlessEqual } from '../screen/use-reply';
import { endOfQuery } from './end-of-query';
import { kindOf } from './attribute-kinds';
import { attributesNamed, insertionGroups } from './insertions';
import { attributesOf, type KnownAttribute, type QueryVocabulary } from './vocabulary';

/**
 * What can follow the end of a query. Asks what is behind references, and which options an attribute
 * has that is compared: nothing of it is offered while it is not known, and `isLoading` is true.
 */
export function useInsertions(
  workspaceId: string | undefined,
  query: string,
  vocabulary: QueryVocabulary,
) {
  const end = endOfQuery(query);
  const [first, ...steps] = end.references;
  const asked = (found: readonly KnownAttribute[]) => {
    const attributeIds = found.flatMap((one) => one.attributeIds).slice(0, maximumAttributesAsked);
    return workspaceId === undefined || attributeIds.length === 0
      ? undefined
      : { workspaceId, attributeIds };
  };
  const references = asked(attributesNamed(vocabulary.attributes, first));
  const behind = useAnswer(listAttributesBehind, references && { ...references, steps });
  const attributes = first === undefined ? vocabulary.attributes : attributesOf(behind.value);
  const compared = end.expects === 'value' ? attributesNamed(attributes, end.name) : [];
  const choices = compared.filter(
    ({ attributeTypeCode }) => kindOf(attributeTypeCode) === 'choice',
  );
  const options = useAnswer(listOptionNames, asked(choices));
  const groups = insertionGroups(end, { ...vocabulary, attributes }, options.value?.names);
  return { groups, expects: end.expects, isLoading: behind.isLoading || options.isLoading };
}

/** The value is undefined without a payload, while the answer is on its way, and where there is none. */
function useAnswer<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  asked: ResolverFunction<Payload, Value>,
  payload: z.input<Payload> | undefined,
): { value: z.output<Value> | undefined; isLoading: boolean } {
  const kept = useUnlessEqual(payload);
  const load = useCallback(
    async (): Promise<Reply<z.output<Value> | undefined>> =>
      kept ? callResolver(asked, kept) : { kind: 'ok', value: undefined },
    [asked, kept],
  );
  const { value, isLoading } = useReply(load);
  return { value, isLoading: isLoading && kept !== undefined };
}
