import {
  Button,
  Inline,
  ModalTransition,
  SectionMessage,
  Spinner,
  Stack,
  Text,
} from '@forge/react';
import { useMemo, useState } from 'react';
import { QueryDetails } from './query-details';
import { QueryFilters } from './query-filters';
import { QueryPage } from './query-page';
import { storedQueryTexts as texts } from './query-texts';
import type { Facts } from './admin-replies';
import { neighbourOf, useRowFocus } from './row-focus';
import { chooseQueries, type QueryChoice, type ShownQuery } from './shown-queries';
import type { PageFormats } from '../object-display/use-page-formats';

const everything: QueryChoice = { text: '', state: 'all', order: 'attention' };

interface QueryTableProps {
  readonly queries: readonly ShownQuery[];
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** How many the load under way has brought; undefined where none is. */
  readonly loadedCount: number | undefined;
  /** Whether the queries are certain to be as the last refresh left them. */
  readonly isSettled: boolean;
  readonly onStarted: () => void;
  readonly onRemoved: (shown: ShownQuery) => void;
}

/** All queries, a page at a time: found by words and state, in an order of choice. */
export function QueryTable(props: QueryTableProps) {
  const { queries, formats, loadedCount } = props;
  const [choice, setChoice] = useState(everything);
  const [page, setPage] = useState(0);
  const [openHash, setOpenHash] = useState<string>();
  const { focus, ...rowFocus } = useRowFocus();
  const chosen = useMemo(() => chooseQueries(queries, choice), [queries, choice]);
  const open = queries.find(({ hash }) => hash === openHash);
  const turnTo = (next: number) => {
    setPage(next);
    rowFocus.forget();
  };
  const choose = (next: QueryChoice) => {
    setChoice(next);
    turnTo(0);
  };
  const showAll = () => {
    choose(everything);
    rowFocus.moveTo(chooseQueries(queries, everything)[0]);
  };
  const remove = (shown: ShownQuery) => {
    rowFocus.moveTo(neighbourOf(chosen, shown.hash));
    props.onRemoved(shown);
  };

  return (
    <Stack space="space.150">
      <QueryFilters queries={queries} choice={choice} formats={formats} onChoose={choose} />
      {loadedCount !== undefined && (
        <Inline space="space.100" alignBlock="center">
          <Spinner size="small" label={texts.loading(formats.number(loadedCount))} />
          <Text>{texts.loading(formats.number(loadedCount))}</Text>
        </Inline>
      )}
      {chosen.length === 0 && queries.length > 0 ? (
        <NoneChosen hasFocus={focus !== undefined} onShowAll={showAll} />
      ) : (
        <QueryPage
          {...props}
          chosen={chosen}
          page={page}
          focus={focus}
          onPage={turnTo}
          onOpen={setOpenHash}
        />
      )}
      <ModalTransition>
        {open && (
          <QueryDetails
            {...props}
            shown={open}
            onClose={() => setOpenHash(undefined)}
            onRemoved={remove}
          />
        )}
      </ModalTransition>
    </Stack>
  );
}

interface NoneChosenProps {
  readonly hasFocus: boolean;
  readonly onShowAll: () => void;
}

function NoneChosen({ hasFocus, onShowAll }: NoneChosenProps) {
  return (
    <SectionMessage>
      <Text>{texts.noneChosen}</Text>
      <Button spacing="compact" autoFocus={hasFocus} onClick={onShowAll}>
        {texts.showAll}
      </Button>
    </SectionMessage>
  );
}
