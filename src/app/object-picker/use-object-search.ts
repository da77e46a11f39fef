import { useEffect, useRef, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';
import { useNewestAnswer } from '../screen/use-newest-answer';
import type { ListedObject } from '../object-display/present-value';

/** How long typing must rest before the service is asked. */
const searchDelayMs = 250;

export interface ObjectSearch<Found extends FoundOptions = FoundOptions> {
  readonly typedText: string;
  /** The last answer, also while the next is on its way; empty before the first. */
  readonly objects: readonly ListedObject[];
  /** The last answer as a whole. */
  readonly found: Found | undefined;
  readonly answeredText: string;
  /** True once the first page is known to be empty. */
  readonly offersNothing: boolean;
  readonly isLoading: boolean;
  readonly trouble: Trouble | undefined;
  /** The picker has the focus: loads the first page, once. */
  readonly open: () => void;
  /** At most `maximumTypedLength` characters. */
  readonly type: (text: string) => void;
  /** The picker emptied its text: shows the first page again. */
  readonly clear: () => void;
  readonly reload: () => void;
}

const noObjects: readonly ListedObject[] = [];

export interface FoundOptions {
  readonly objects: readonly ListedObject[];
  readonly total: number;
  /** The names of the attributes that were searched beside the label; the label alone where absent. */
  readonly searchedNames?: readonly string[] | undefined;
}

interface Answer<Found> {
  readonly text: string;
  readonly found: Found;
}

/** Asks for the first objects whose label matches what was typed. */
export type FindObjects<Found extends FoundOptions = FoundOptions> = (
  text: string,
) => Promise<Reply<Found>>;

/** Searches as a person types: asks when typing rests, and shows only the newest answer. */
export function useObjectSearch<Found extends FoundOptions>(
  find: FindObjects<Found>,
): ObjectSearch<Found> {
  const [typedText, setTypedText] = useState('');
  const [firstPage, setFirstPage] = useState<Answer<Found>>();
  const [answer, setAnswer] = useState<Answer<Found>>();
  const [trouble, setTrouble] = useState<Trouble>();
  const pendingFirstPage = useRef<Promise<Reply<Found>>>();
  const wasOpened = useRef(false);
  const { ask, cancel, isWaiting } = useNewestAnswer();

  /** Kept also where something was typed meanwhile: it is shown again once that is cleared. */
  async function askFirstPage() {
    const reply = await find('');
    pendingFirstPage.current = undefined;
    if (reply.kind === 'ok') setFirstPage({ text: '', found: reply.value });
    return reply;
  }

  function load(text: string) {
    if (text !== '') return find(text);
    return (pendingFirstPage.current ??= askFirstPage());
  }

  function search(text: string, delayMs: number) {
    ask(
      delayMs,
      () => load(text),
      (reply) => {
        setTrouble(reply.kind === 'ok' ? undefined : reply);
        if (reply.kind === 'ok') setAnswer({ text, found: reply.value });
      },
    );
  }

  return {
    typedText,
    objects: answer?.found.objects ?? noObjects,
    found: answer?.found,
    answeredText: answer?.text ?? '',
    offersNothing: firstPage?.found.total === 0,
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
        search('', pendingFirstPage.current ? 0 : searchDelayMs);
      }
    },
    reload: () => search(typedText, 0),
  };
}

/** Loads the first page before the picker has the focus: someone who can't search yet reads why at once. */
export function useFirstPageAtOnce(search: ObjectSearch, isWanted = true): void {
  useEffect(() => {
    if (isWanted) search.open();
  });
}
