import { useCallback, useEffect, useState } from 'react';
import { readJqlNames, suggestValues, type Suggestion } from '../calls/jira-search';
import { useSession } from '../session/session';
import { useLoaded } from '../shell/use-loaded';
import { asksForValues, completionsAt, type Completion } from './completions';
import type { QueryCursor } from './query-cursor';

const pauseMs = 150;

interface Answer {
  question: string;
  suggestions: readonly Suggestion[];
}

/** What can stand at the cursor. Without an answer of the server, what the grammar knows. */
export function useCompletions(cursor: QueryCursor): readonly Completion[] {
  const { tracker } = useSession();
  const { loaded } = useLoaded(useCallback(() => readJqlNames(tracker), [tracker]));
  const [answer, setAnswer] = useState<Answer>();
  const field = asksForValues(cursor) ? (cursor.field ?? '') : '';
  const { typed } = cursor;
  const question = `${field} ${typed}`;
  useEffect(() => {
    if (field === '') return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      suggestValues(tracker, field, typed).then(
        (suggestions) => {
          if (isCurrent) setAnswer({ question, suggestions });
        },
        // Completion is an aid: the search itself says what is wrong.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [tracker, field, typed, question]);
  if (loaded.state !== 'ready') return [];
  const isAnswered = field !== '' && answer?.question === question;
  return completionsAt(cursor, loaded.value, isAnswered ? answer.suggestions : []);
}
