import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '../replies/reply';
import { useUnlessEqual } from '../screen/call-resolver';
import { useNewestAnswer } from '../screen/use-newest-answer';
import { bindTemplate, describeProblem, parseTemplate } from '../../query';
import { queryErrorOf, type QueryError } from './query-editor-contract';

/** How long typing must rest before a query is tried. */
const checkDelayMs = 500;

/**
 * Tries out what is being written, once writing rests, and what is there when the screen opens.
 * @param source undefined while there is nothing to check
 * @param check the same function on every call
 */
export function useLiveCheck<Source, Result>(
  source: Source | undefined,
  check: (source: Source) => Promise<Reply<Result>>,
) {
  const [last, setLast] = useState<{ source: Source; reply: Reply<Result> }>();
  const { ask, cancel, isWaiting } = useNewestAnswer();

  /** Checks at once, and answers for exactly this source. */
  const checkNow = useCallback(
    (asked: Source) => {
      const answer = check(asked);
      ask(
        0,
        () => answer,
        (reply) => setLast({ source: asked, reply }),
      );
      return answer;
    },
    [ask, check],
  );

  const asked = useUnlessEqual(source);
  useEffect(() => {
    if (asked === undefined) return undefined;
    ask(
      checkDelayMs,
      () => check(asked),
      (reply) => setLast({ source: asked, reply }),
    );
    return cancel;
  }, [asked, ask, cancel, check]);

  const answered = source && last;
  return {
    /** The latest answer and what it answers; undefined before the first. */
    last: answered,
    trouble: answered && answered.reply.kind !== 'ok' ? answered.reply : undefined,
    isLoading: isWaiting,
    reload: () => source && void checkNow(source),
    checkNow,
  };
}

/** A level whose selection a query may refer to. */
interface EarlierLevel {
  readonly name: string;
  readonly isMultiple: boolean;
}

/**
 * What is wrong with a configured query whoever uses it and whatever is selected: its syntax, an
 * unknown level, a placeholder that can't stand where it does. The service is not asked, so names
 * of attributes and values are not looked at.
 * @param earlierLevels absent for a field without levels
 */
export function findTemplateFault(
  text: string,
  earlierLevels?: readonly EarlierLevel[],
): QueryError | undefined {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return queryErrorOf(parsed.error);
  const bound = bindTemplate(parsed.query, {
    emailCurrentUser: 'anyone@example.com',
    levels:
      earlierLevels &&
      new Map(earlierLevels.map(({ name, isMultiple }) => [name, selection(isMultiple)])),
  });
  if (bound.ok) return undefined;
  return queryErrorOf(describeProblem(text, bound.error.message, bound.error.location));
}

function selection(isMultiple: boolean) {
  const object = { objectId: '00000000-0000-4000-8000-000000000000', label: 'Any' };
  return isMultiple ? [object, object] : [object];
}
