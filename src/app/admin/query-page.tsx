import { Box, Button, DynamicTable, Inline, Lozenge, Stack, Text, xcss } from '@forge/react';
import type { PageFormats } from '../object-display/use-page-formats';
import { queryText, withVisibleSpaces } from '../stored-queries/query-text';
import { Pager } from './pager';
import { nextRefreshAt, type QueryStateKind } from './query-state';
import { storedQueryTexts as texts } from './query-texts';
import type { Facts } from './admin-replies';
import type { RowFocus } from './row-focus';
import { ageText, computedBy, objectsText } from './row-texts';
import type { ShownQuery } from './shown-queries';

/** As many as the host draws at once without delay. */
const rowsPerPage = 25;

interface QueryPageProps {
  readonly chosen: readonly ShownQuery[];
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** Counted from 0. */
  readonly page: number;
  readonly focus: RowFocus | undefined;
  readonly onPage: (page: number) => void;
  readonly onOpen: (hash: string) => void;
}

/** A page of the table. The host gets the rows of one page only: it draws each of the rows it gets. */
export function QueryPage(props: QueryPageProps) {
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
          {texts.next(formats.moment(next))}
        </Text>
      )}
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
