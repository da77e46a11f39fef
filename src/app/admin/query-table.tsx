import {
  Box,
  Button,
  DynamicTable,
  Inline,
  Lozenge,
  ModalTransition,
  SectionMessage,
  Spinner,
  Stack,
  Text,
  xcss,
} from '@forge/react';
import { useMemo, useState } from 'react';
import { Pager } from './pager';
import { ageText, computedBy, QueryDetails } from './query-details';
import { QueryFilters } from './query-filters';
import { nextRefreshAt, type QueryStateKind } from './query-state';
import { queryTexts as texts } from './query-texts';
import type { Facts } from './replies';
import { neighbourOf, useRowFocus, type RowFocus } from './row-focus';
import { chooseQueries, type Choice, type ShownQuery } from './shown-queries';
import type { PageFormats } from '../object-display/use-page-formats';

/** As many as the host draws at once without delay. */
const rowsPerPage = 25;
const everything: Choice = { text: '', state: 'all', order: 'attention' };

interface QueryTableProps {
  readonly queries: readonly ShownQuery[];
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** How many the load under way has brought; undefined where none is. */
  readonly loadedCount: number | undefined;
  readonly onStarted: () => void;
  readonly onRemoved: (hash: string) => void;
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
  const choose = (next: Choice) => {
    setChoice(next);
    turnTo(0);
  };
  const showAll = () => {
    choose(everything);
    rowFocus.moveTo(chooseQueries(queries, everything)[0]);
  };
  const remove = (hash: string) => {
    rowFocus.moveTo(neighbourOf(chosen, hash));
    props.onRemoved(hash);
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
        <SectionMessage>
          <Text>{texts.noneChosen}</Text>
          <Button spacing="compact" autoFocus={focus !== undefined} onClick={showAll}>
            {texts.showAll}
          </Button>
        </SectionMessage>
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

interface QueryPageProps extends QueryTableProps {
  readonly chosen: readonly ShownQuery[];
  readonly page: number;
  readonly focus: RowFocus | undefined;
  readonly onPage: (page: number) => void;
  readonly onOpen: (hash: string) => void;
}

/** The host gets the rows of one page only: it draws each of the rows it gets. */
function QueryPage(props: QueryPageProps) {
  const { chosen, page, formats, onPage } = props;
  const lastPage = Math.max(0, Math.ceil(chosen.length / rowsPerPage) - 1);
  const shownPage = Math.min(page, lastPage);
  const first = shownPage * rowsPerPage;
  const rows = chosen.slice(first, first + rowsPerPage);
  const [from, to, total] = [first + 1, first + rows.length, chosen.length].map(formats.number);
  if (rows.length === 0) return null;
  return (
    <Stack space="space.100">
      <DynamicTable
        label={texts.tableLabel}
        head={{ cells: columns.map((key) => ({ key, content: texts[key] })) }}
        rows={rows.map((shown) => rowOf(shown, props))}
      />
      <Inline space="space.100" alignBlock="center">
        <Text>{texts.shown(from ?? '', to ?? '', total ?? '')}</Text>
        {lastPage > 0 && <Pager page={shownPage} lastPage={lastPage} onPage={onPage} />}
      </Inline>
    </Stack>
  );
}

/** Texts stay readable where the table is wider than the screen. */
const queryCell = xcss({ minWidth: '200px' });
const narrowCell = xcss({ minWidth: '110px' });

const columns = ['query', 'field', 'objects', 'computed', 'by', 'state', 'actions'] as const;

function rowOf(shown: ShownQuery, { facts, formats, focus, onOpen }: QueryPageProps) {
  const { hash, query, fieldName, stored, state } = shown;
  const contents = {
    query: (
      <Box xcss={queryCell}>
        <Text maxLines={3}>{query.trim() === '' ? texts.everything : query}</Text>
      </Box>
    ),
    field: (
      <Box xcss={narrowCell}>
        <Text>{fieldName}</Text>
      </Box>
    ),
    objects: <Text>{stored ? formats.number(stored.objectCount) : '–'}</Text>,
    computed: (
      <Box xcss={narrowCell}>
        <Age shown={shown} facts={facts} formats={formats} />
      </Box>
    ),
    by: <Text>{computedBy(shown)}</Text>,
    state: <StateLozenge kind={state.kind} />,
    actions: (
      <Button
        key={focus?.hash === hash ? focus.turn : 0}
        spacing="compact"
        autoFocus={focus?.hash === hash}
        onClick={() => onOpen(hash)}
      >
        {texts.details}
      </Button>
    ),
  };
  return { key: hash, cells: columns.map((key) => ({ key, content: contents[key] })) };
}

interface AgeProps {
  readonly shown: ShownQuery;
  readonly facts: Facts;
  readonly formats: PageFormats;
}

function Age({ shown, facts, formats }: AgeProps) {
  const next = shown.stored && nextRefreshAt(facts);
  return (
    <Stack>
      <Text>{ageText(shown, facts, formats)}</Text>
      {next !== undefined && (
        <Text size="small" color="color.text.subtle">
          {texts.next(formats.distance(next - facts.now))}
        </Text>
      )}
    </Stack>
  );
}

const appearances = {
  expired: 'removed',
  expiring: 'moved',
  failed: 'removed',
  fieldGone: 'removed',
  stale: 'moved',
  old: 'moved',
  waiting: 'inprogress',
  fresh: 'success',
} as const satisfies Record<QueryStateKind, string>;

export function StateLozenge({ kind }: { kind: QueryStateKind }) {
  return <Lozenge appearance={appearances[kind]}>{texts.stateNames[kind]}</Lozenge>;
}
