import { useRef, useState } from 'react';
import type { Reply, Trouble } from '../access/reply';
import { useNewestAnswer } from '../access/use-newest-answer';
import { maximumTypedLength } from '../objects/functions';
import type { ShownObject } from '../objects/replies';

/** How long typing must rest before the service is asked. */
const searchDelayMs = 250;

export interface ObjectSearch {
  readonly typedText: string;
  /** The last answer, also while the next is on its way; empty before the first. */
  readonly objects: readonly ShownObject[];
  readonly answeredText: string;
  readonly hasAnswer: boolean;
  readonly isLoading: boolean;
  readonly trouble: Trouble | undefined;
  /** The picker has the focus: loads the first page, once. */
  readonly open: () => void;
  readonly type: (text: string) => void;
  /** The picker emptied its text: shows the first page again. */
  readonly clear: () => void;
  readonly retry: () => void;
}

const noObjects: readonly ShownObject[] = [];

interface Answer {
  readonly text: string;
  readonly objects: readonly ShownObject[];
}

/** Asks for the first objects whose label matches what was typed. */
export type FindObjects = (text: string) => Promise<Reply<{ objects: readonly ShownObject[] }>>;

/** Searches as a person types: asks when typing rests, and shows only the newest answer. */
export function useObjectSearch(find: FindObjects): ObjectSearch {
  const [typedText, setTypedText] = useState('');
  const [firstPage, setFirstPage] = useState<Answer>();
  const [answer, setAnswer] = useState<Answer>();
  const [trouble, setTrouble] = useState<Trouble>();
  const wasOpened = useRef(false);
  const { ask, cancel, isWaiting } = useNewestAnswer();

  function search(text: string, delayMs: number) {
    ask(
      delayMs,
      () => find(text.slice(0, maximumTypedLength)),
      (reply) => {
        setTrouble(reply.kind === 'ok' ? undefined : reply);
        if (reply.kind !== 'ok') return;
        const found = { text, objects: reply.value.objects };
        setAnswer(found);
        if (text === '') setFirstPage(found);
      },
    );
  }

  return {
    typedText,
    objects: answer?.objects ?? noObjects,
    answeredText: answer?.text ?? '',
    hasAnswer: answer !== undefined,
    isLoading: isWaiting,
    trouble,
    open() {
      if (!wasOpened.current) search('', 0);
      wasOpened.current = true;
    },
    type(text) {
      setTypedText(text);
      search(text, searchDelayMs);
    },
    clear() {
      setTypedText('');
      setTrouble(undefined);
      if (firstPage) {
        cancel();
        setAnswer(firstPage);
      } else {
        search('', searchDelayMs);
      }
    },
    retry: () => search(typedText, 0),
  };
}
