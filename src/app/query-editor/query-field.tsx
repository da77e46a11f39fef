import {
  Box,
  CodeBlock,
  ErrorMessage,
  HelperMessage,
  Stack,
  Text,
  TextArea,
  Select,
} from '@forge/react';
import { useEffect, useRef, useState, type MutableRefObject } from 'react';
import { useFormats } from '../object-display/use-formats';
import { templateLimits } from '../../query';
import { LabelledField } from '../field-configuration/labelled-field';
import { chosenValues, unseenOption } from '../object-picker/picks';
import {
  listAttributesBehind,
  listOptionNames,
  maximumAttributesAsked,
} from '../field-configuration/field-configuration-contract';
import { useAnswer } from '../screen/call-resolver';
import type { ShownObject } from '../objects/objects-contract';
import { PopupButton } from '../screen/popup-button';
import { queryEditorTexts as texts } from './query-texts';
import type { QueryError } from './query-editor-contract';
import { type QueryVocabulary, kindOf, attributesOf, type KnownAttribute } from './vocabulary';
import { withInsertion, attributesNamed, insertionGroups, type InsertionGroup } from './insertions';
import { endOfQuery } from './end-of-query';

/** What a query finds, or where it goes wrong; without `total` that depends on an earlier level. */
export type QueryResult = QueryError | QueryMatches;

interface QueryFieldProps {
  /** Unique on the screen. */
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** Where the options of attributes are asked for. */
  readonly workspaceId: string | undefined;
  readonly query: string;
  readonly vocabulary: QueryVocabulary;
  readonly result: QueryResult | undefined;
  readonly onChange: (query: string) => void;
}

/** A query, beside its label what can be inserted into it and, below, where it goes wrong. */
export function QueryField(props: QueryFieldProps) {
  const { id, label, help, query, result, onChange } = props;
  const input = useTypedText(query, onChange);
  const { inserting, insert, leave, goOn } = useInserting();
  // Something follows most insertions: until the query is left, or typed into, it isn't finished.
  const isBeingWritten = inserting.query === query;
  const fault = result?.kind === 'queryError' && !isBeingWritten ? result : undefined;
  return (
    <LabelledField
      id={id}
      label={label}
      help={fault ? undefined : help}
      action={
        <InsertButton
          {...props}
          onInsert={(text) => {
            insert(text);
            onChange(text);
          }}
          onLeave={leave}
          onGoOn={goOn}
        />
      }
    >
      <TextArea
        key={`${input.revision} ${inserting.returns}`}
        id={id}
        testId={id}
        isMonospaced
        minimumRows={3}
        resize="vertical"
        spellCheck={false}
        maxLength={templateLimits.maximumLength}
        autoFocus={isBeingWritten && !inserting.isListOpen}
        isInvalid={fault !== undefined}
        defaultValue={query}
        onBlur={leave}
        onChange={({ target }) => input.type(String(target.value ?? ''))}
      />
      {fault && <FaultOfQuery {...fault} />}
    </LabelledField>
  );
}

interface Inserting {
  /** The query since the last insertion; undefined where there was none, or the query was left since. */
  readonly query: string | undefined;
  readonly isListOpen: boolean;
  /** How often the focus went back to the query. */
  readonly returns: number;
}

/** Keeps the list open over several insertions, and gives the query the focus once Escape closes it. */
function useInserting() {
  const nothing = { query: undefined, isListOpen: false, returns: 0 };
  const [inserting, setInserting] = useState<Inserting>(nothing);
  return {
    inserting,
    insert: (query: string) =>
      setInserting(({ returns }) => ({ query, isListOpen: true, returns })),
    leave: () => setInserting(({ returns }) => ({ ...nothing, returns })),
    goOn: () =>
      setInserting((now) =>
        now.query === undefined ? now : { ...now, isListOpen: false, returns: now.returns + 1 },
      ),
  };
}

/** Says where a query goes wrong, with the line repeated and a caret below it. */
function FaultOfQuery({ message, line, column, excerpt }: QueryError) {
  return (
    <Stack space="space.050">
      <ErrorMessage>{message}</ErrorMessage>
      {line !== undefined && column !== undefined && (
        <Text size="small">{texts.position(line, column)}</Text>
      )}
      {excerpt !== undefined && (
        // oxlint-disable-next-line typescript/no-deprecated -- UI Kit has no successor yet
        <CodeBlock text={excerpt} language="text" showLineNumbers={false} />
      )}
    </Stack>
  );
}

/**
 * For an input whose text the host keeps while a person types: a text that came back from here
 * would move the caret. A text that was changed in another way is shown by drawing the input anew,
 * which a new `revision` as its key does.
 * @see docs/platform-assumptions.md, 24
 */
export function useTypedText(text: string, onChange: (text: string) => void) {
  const [revision, setRevision] = useState(0);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    setRevision((current) => current + 1);
  }, [text]);
  return {
    revision,
    type(typed: string) {
      shown.current = typed;
      onChange(typed);
    },
  };
}

interface InsertProps extends Pick<QueryFieldProps, 'id' | 'workspaceId' | 'query' | 'vocabulary'> {
  readonly onInsert: (query: string) => void;
  /** The focus went elsewhere. */
  readonly onLeave: () => void;
  /** The list was closed with Escape. */
  readonly onGoOn: () => void;
}

/** How long after a click on an option the host may take it for one beside the popup. */
const clickMs = 200;

/**
 * Opens a list that stays open when something is inserted, since most queries take several pieces.
 * @see docs/platform-assumptions.md, 87
 */
function InsertButton({ onGoOn, ...props }: InsertProps) {
  const list = useRef<ListState>({ hasFocus: false, isClicked: false });
  return (
    <PopupButton
      text={texts.insert}
      label={texts.insertLabel}
      widthPx={360}
      placement="bottom-end"
      spacing="compact"
      onDismiss={(close) => {
        const { hasFocus, isClicked } = list.current;
        if (hasFocus && isClicked) return;
        close();
        if (hasFocus) onGoOn();
      }}
    >
      {(close) => (
        <InsertList
          {...props}
          list={list}
          onGoOn={() => {
            close();
            onGoOn();
          }}
        />
      )}
    </PopupButton>
  );
}

interface ListState {
  hasFocus: boolean;
  /** An option was chosen a moment ago. */
  isClicked: boolean;
}

interface InsertListProps extends InsertProps {
  readonly list: MutableRefObject<ListState>;
}

function InsertList({ id: queryId, workspaceId, query, vocabulary, ...props }: InsertListProps) {
  const { groups, expects, isLoading } = useInsertions(workspaceId, query, vocabulary);
  const id = `${queryId}-insert`;
  const nothing = isLoading
    ? texts.loadingInsertions
    : expects === 'value'
      ? texts.typeValue
      : texts.nothingToInsert;
  const isEmpty = groups.length === 0;
  return (
    <Stack space="space.100">
      {/* Above the list, which covers what is below, also the query. */}
      <HelperMessage>{texts.insertHelp}</HelperMessage>
      <Box role="status">{query.trim() !== '' && <EndOfText text={query} />}</Box>
      <LabelledField id={id} label={texts.insertLabel}>
        <Select
          inputId={id}
          testId={id}
          isSearchable
          autoFocus
          defaultMenuIsOpen
          closeMenuOnSelect={false}
          {...(isEmpty && { menuIsOpen: false })}
          isLoading={isLoading}
          placeholder={isEmpty ? nothing : texts.insertPlaceholder}
          options={isEmpty ? [unseenOption] : groups.map(optionGroup)}
          value={null}
          {...eventsOf(query, props)}
        />
      </LabelledField>
    </Stack>
  );
}

function optionGroup({ name, insertions }: InsertionGroup) {
  const options = insertions.map(({ text, meaning }) => ({
    label: `${text} – ${meaning}`,
    value: text,
  }));
  return { label: name, options };
}

/** Says what the list does when a person chooses from it or leaves it. */
function eventsOf(
  query: string,
  {
    list: { current: state },
    onInsert,
    onLeave,
    onGoOn,
  }: Pick<InsertListProps, 'list' | 'onInsert' | 'onLeave' | 'onGoOn'>,
) {
  return {
    onFocus() {
      state.hasFocus = true;
    },
    onBlur() {
      state.hasFocus = false;
      onLeave();
    },
    // Escape closes the host's list first.
    onInputChange(_: string, { action }: { readonly action: string }) {
      if (action === 'menu-close' && state.hasFocus) onGoOn();
    },
    onChange(reported: unknown) {
      state.isClicked = true;
      setTimeout(() => {
        state.isClicked = false;
      }, clickMs);
      for (const text of chosenValues(reported)) onInsert(withInsertion(query, text));
    },
  };
}

const shownCharacters = 200;

function EndOfText({ text }: { readonly text: string }) {
  const characters = Array.from(text);
  const sign = characters.length > shownCharacters ? '…' : '';
  const end = sign + characters.slice(-shownCharacters).join('');
  return (
    // oxlint-disable-next-line typescript/no-deprecated -- UI Kit has no successor yet
    <CodeBlock text={end} language="text" showLineNumbers={false} shouldWrapLongLines />
  );
}

/**
 * What can follow the end of a query. Asks what is behind references, and which options an attribute
 * has that is compared: offers none of them until the answer is there; until then `isLoading` is true.
 */
function useInsertions(
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

interface QueryMatches {
  readonly kind: 'matches';
  /** Absent where that depends on an earlier level. */
  readonly total?: number | undefined;
  readonly first: readonly ShownObject[];
}

interface MatchCountProps {
  /** Undefined before the first check. */
  readonly result: QueryResult | undefined;
}

/** How many objects a query finds; nothing where that is not known, or where it goes wrong. */
export function MatchCount({ result }: MatchCountProps) {
  const formats = useFormats();
  if (result?.kind !== 'matches') return null;
  const { total } = result;
  if (total === undefined) return <Text>{texts.waits}</Text>;
  if (total === 0) return <Text>{texts.noMatches}</Text>;
  return <Text weight="medium">{texts.matches(total, formats.number(total))}</Text>;
}
