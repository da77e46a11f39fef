import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import {
  Button,
  Inline,
  ModalTransition,
  SectionMessage,
  Spinner,
  Stack,
  Text,
  Box,
  Select,
  Textfield,
  xcss,
  DynamicTable,
  Lozenge,
} from '@forge/react';
import { useMemo, useState, Fragment } from 'react';
import { LabelledField } from '../field-configuration/labelled-field';
import { chosenValues } from '../object-picker/picks';
import { queryText, withVisibleSpaces } from '../stored-queries/query-text';
import type { Facts } from './admin-contract';
import { QueryDetails } from './query-details';
import { storedQueryTexts as texts, ageText, computedBy, objectsText } from './query-texts';
import { SubtleText } from '../screen/subtle-text';
import {
  chooseQueries,
  type QueryChoice,
  type ShownQuery,
  queryStateKinds,
  queryOrders,
  nextRefreshAt,
  type QueryStateKind,
} from './shown-queries';

const everything: QueryChoice = { text: '', state: 'all', order: 'attention' };

interface QueryTableProps {
  readonly queries: readonly ShownQuery[];
  readonly facts: Facts;
  /** How many a running load has brought; undefined where none is running. */
  readonly loadedCount: number | undefined;
  /** Whether the queries surely show what the last refresh did. */
  readonly isSettled: boolean;
  readonly onStarted: () => void;
  readonly onRemoved: (shown: ShownQuery) => void;
}

export function QueryTable(props: QueryTableProps) {
  const formats = usePageFormats();
  const { queries, loadedCount } = props;
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
      <QueryFilters queries={queries} choice={choice} onChoose={choose} />
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
      {/* Below the table, so that a reload moves nothing. */}
      {loadedCount !== undefined && (
        <Inline space="space.100" alignBlock="center">
          <Spinner size="small" label={texts.loading(formats.number(loadedCount))} />
          <Text>{texts.loading(formats.number(loadedCount))}</Text>
        </Inline>
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

const wide = xcss({ width: '240px', maxWidth: '400px', flexGrow: 1 });
const states = ['all', ...queryStateKinds] as const;

interface QueryFiltersProps {
  readonly queries: readonly ShownQuery[];
  readonly choice: QueryChoice;
  readonly onChoose: (choice: QueryChoice) => void;
}

function QueryFilters({ queries, choice, onChoose }: QueryFiltersProps) {
  const formats = usePageFormats();
  const stateOptions = states
    .map((value) => ({ value, count: countOf(queries, value) }))
    .filter(({ value, count }) => value === 'all' || value === choice.state || count > 0)
    .map(({ value, count }) => ({
      value,
      label: texts.stateOption(
        value === 'all' ? texts.everyState : texts.stateNames[value],
        formats.number(count),
      ),
    }));
  const orderOptions = queryOrders.map((value) => ({ value, label: texts.orderNames[value] }));
  return (
    <Inline space="space.150" rowSpace="space.100" shouldWrap>
      <Box xcss={wide}>
        <LabelledField id="query-text" label={texts.filterLabel}>
          <Textfield
            id="query-text"
            testId="query-text"
            placeholder={texts.filterPlaceholder}
            value={choice.text}
            onChange={({ target }) => onChoose({ ...choice, text: String(target.value ?? '') })}
          />
        </LabelledField>
      </Box>
      <OptionField
        id="query-state"
        label={texts.stateLabel}
        options={stateOptions}
        chosen={choice.state}
        onChoose={(state) => onChoose({ ...choice, state })}
      />
      <OptionField
        id="query-order"
        label={texts.orderLabel}
        options={orderOptions}
        chosen={choice.order}
        onChoose={(order) => onChoose({ ...choice, order })}
      />
    </Inline>
  );
}

function countOf(queries: readonly ShownQuery[], state: QueryChoice['state']): number {
  if (state === 'all') return queries.length;
  return queries.filter((shown) => shown.state.kind === state).length;
}

interface OptionFieldProps<Value extends string> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function OptionField<Value extends string>(props: OptionFieldProps<Value>) {
  const { id, label, options, chosen, onChoose } = props;
  return (
    <Box xcss={wide}>
      <LabelledField id={id} label={label}>
        <Select
          inputId={id}
          testId={id}
          options={[...options]}
          value={options.find(({ value }) => value === chosen) ?? null}
          onChange={(reported) => {
            const [picked] = chosenValues(reported);
            const option = options.find(({ value }) => value === picked);
            if (option) onChoose(option.value);
          }}
        />
      </LabelledField>
    </Box>
  );
}

/** As many as the host draws without delay. */
const rowsPerPage = 25;

interface QueryPageProps {
  readonly chosen: readonly ShownQuery[];
  readonly facts: Facts;
  /** Counted from 0. */
  readonly page: number;
  readonly focus: RowFocus | undefined;
  readonly onPage: (page: number) => void;
  readonly onOpen: (hash: string) => void;
}

/** A page of the table. The host draws every row that it gets, so it gets those of one page only. */
function QueryPage(props: QueryPageProps) {
  const formats = usePageFormats();
  const { chosen, page, onPage } = props;
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
        rows={rows.map((shown) => rowOf(shown, formats, props))}
      />
      {lastPage > 0 && (
        <Inline space="space.100" alignBlock="center">
          <Text>{texts.shown(from ?? '', to ?? '', total ?? '')}</Text>
          <Pager page={shownPage} lastPage={lastPage} onPage={onPage} />
        </Inline>
      )}
    </Stack>
  );
}

/** Texts stay readable where the table is wider than the screen. */
const queryCell = xcss({ minWidth: '200px' });
const narrowCell = xcss({ minWidth: '110px' });

const columns = ['query', 'field', 'objects', 'computed', 'by', 'state', 'actions'] as const;

function rowOf(shown: ShownQuery, formats: PageFormats, { facts, focus, onOpen }: QueryPageProps) {
  const { hash, query, fieldName, state } = shown;
  const contents = {
    query: (
      <Box xcss={queryCell}>
        <Text maxLines={3}>{withVisibleSpaces(queryText(query))}</Text>
      </Box>
    ),
    field: (
      <Box xcss={narrowCell}>
        <Text>{fieldName}</Text>
      </Box>
    ),
    objects: <Text>{objectsText(shown, formats)}</Text>,
    computed: (
      <Box xcss={narrowCell}>
        <Age shown={shown} facts={facts} />
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
}

function Age({ shown, facts }: AgeProps) {
  const formats = usePageFormats();
  const next = shown.stored && nextRefreshAt(facts);
  return (
    <Stack>
      <Text>{ageText(shown, facts, formats)}</Text>
      {next !== undefined && <SubtleText>{texts.next(formats.moment(next))}</SubtleText>}
    </Stack>
  );
}

const appearances = {
  expired: 'removed',
  expiring: 'moved',
  refused: 'removed',
  failed: 'removed',
  fieldGone: 'removed',
  stale: 'moved',
  old: 'moved',
  waiting: 'inprogress',
  searchAgain: 'inprogress',
  run: 'inprogress',
  fresh: 'success',
} as const satisfies Record<QueryStateKind, string>;

function StateLozenge({ kind }: { kind: QueryStateKind }) {
  return <Lozenge appearance={appearances[kind]}>{texts.stateNames[kind]}</Lozenge>;
}

interface PagerProps {
  /** Counted from 0. */
  readonly page: number;
  readonly lastPage: number;
  readonly onPage: (page: number) => void;
}

/** Leads from page to page. On the first and last one, the focus moves to the button that leads back. */
function Pager({ page, lastPage, onPage }: PagerProps) {
  const [ends, setEnds] = useState(0);

  function moveTo(next: number) {
    if (next === 0 || next === lastPage) setEnds(ends + 1);
    onPage(next);
  }

  return (
    <Fragment key={ends}>
      <Button
        spacing="compact"
        isDisabled={page === 0}
        autoFocus={ends > 0 && page === lastPage}
        onClick={() => moveTo(page - 1)}
      >
        {texts.previous}
      </Button>
      <Button
        spacing="compact"
        isDisabled={page === lastPage}
        autoFocus={ends > 0 && page === 0}
        onClick={() => moveTo(page + 1)}
      >
        {texts.following}
      </Button>
    </Fragment>
  );
}

/** Which row's button takes the focus from an element that is gone. */
interface RowFocus {
  /** Undefined where no row is left. */
  readonly hash: string | undefined;
  /** Another number draws the button anew, since only then it takes the focus. */
  readonly turn: number;
}

function useRowFocus() {
  const [focus, setFocus] = useState<RowFocus>();
  return {
    focus,
    moveTo: (row: ShownQuery | undefined) =>
      setFocus({ hash: row?.hash, turn: (focus?.turn ?? 0) + 1 }),
    /** The person moved it elsewhere. */
    forget: () => setFocus(undefined),
  };
}

/** The row after this one, else the one before; undefined where there is no other. */
function neighbourOf(rows: readonly ShownQuery[], hash: string): ShownQuery | undefined {
  const index = rows.findIndex((row) => row.hash === hash);
  return rows[index + 1] ?? rows[index - 1];
}
