import {
  CodeBlock,
  ErrorMessage,
  Inline,
  List,
  ListItem,
  LoadingButton,
  Select,
  Stack,
  Text,
  TextArea,
} from '@forge/react';
import type { ReactNode } from 'react';
import { templateLimits } from '../../query';
import type { Reply } from '../access/reply';
import { TroubleNotice } from '../access/trouble-notice';
import { configurationTexts } from '../field-configuration/configuration-texts';
import { LabelledField } from '../field-configuration/labelled-field';
import { chosenValues } from '../object-picker/select-report';
import { insertionGroups, withInsertion } from './insertions';
import { queryTexts as texts } from './query-texts';
import type { QueryError } from './replies';
import { useTypedText } from './use-typed-text';
import type { QueryVocabulary } from './vocabulary';

/** What a query finds, or where it goes wrong; without `total` that depends on an earlier level. */
export type QueryResult = QueryError | QueryMatches;

interface QueryMatches {
  readonly kind: 'matches';
  readonly total?: number | undefined;
  readonly firstLabels: readonly string[];
}

interface QueryFieldProps {
  /** Unique on the screen. */
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly query: string;
  readonly vocabulary: QueryVocabulary;
  readonly result: QueryResult | undefined;
  readonly onChange: (query: string) => void;
  /** Between what can be inserted and what the query finds. */
  readonly children?: ReactNode;
}

/** A query, what can be inserted into it and, below, what it finds or where it goes wrong. */
export function QueryField(props: QueryFieldProps) {
  const { id, label, help, query, vocabulary, result, onChange, children } = props;
  const input = useTypedText(query, onChange);
  return (
    <Stack space="space.100">
      <LabelledField id={id} label={label} help={help}>
        <TextArea
          key={input.revision}
          id={id}
          testId={id}
          isMonospaced
          resize="vertical"
          spellCheck={false}
          maxLength={templateLimits.maximumLength}
          isInvalid={result?.kind === 'queryError'}
          defaultValue={query}
          onChange={({ target }) => input.type(String(target.value ?? ''))}
        />
        {result?.kind === 'queryError' && <FaultOfQuery {...result} />}
      </LabelledField>
      <InsertList
        id={`${id}-insert`}
        query={query}
        vocabulary={vocabulary}
        onInsert={(text) => onChange(withInsertion(query, text, vocabulary))}
      />
      {children}
      {result?.kind === 'matches' && <Matches {...result} />}
    </Stack>
  );
}

interface CheckControlProps {
  readonly reply: Reply<unknown> | undefined;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

/** Tries again what is on the screen, and says what keeps it from being tried. */
export function CheckControl({ reply, isChecking, onCheck }: CheckControlProps) {
  if (reply && reply.kind !== 'ok') {
    return (
      <TroubleNotice
        trouble={reply}
        connectReason={configurationTexts.connectReason}
        isRetrying={isChecking}
        onRetry={onCheck}
      />
    );
  }
  return (
    <Inline>
      <LoadingButton spacing="compact" isLoading={isChecking} onClick={onCheck}>
        {texts.check}
      </LoadingButton>
    </Inline>
  );
}

interface InsertListProps {
  readonly id: string;
  readonly query: string;
  readonly vocabulary: QueryVocabulary;
  readonly onInsert: (text: string) => void;
}

function InsertList({ id, query, vocabulary, onInsert }: InsertListProps) {
  return (
    <LabelledField id={id} label={texts.insert}>
      <Select
        inputId={id}
        testId={id}
        isSearchable
        spacing="compact"
        placeholder={texts.insertPlaceholder}
        options={insertionGroups(query, vocabulary).map(({ name, insertions }) => ({
          label: name,
          options: insertions.map(({ text, meaning }) => ({
            label: `${text} – ${meaning}`,
            value: text,
          })),
        }))}
        value={null}
        onChange={(reported) => chosenValues(reported).forEach(onInsert)}
      />
    </LabelledField>
  );
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
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- UI Kit has no successor yet
        <CodeBlock text={excerpt} language="text" showLineNumbers={false} />
      )}
    </Stack>
  );
}

function Matches({ total, firstLabels }: QueryMatches) {
  if (total === undefined) return <Text>{texts.waits}</Text>;
  if (total === 0) return <Text>{texts.noMatches}</Text>;
  const heading =
    total > firstLabels.length
      ? texts.firstMatches(total, firstLabels.length)
      : texts.matches(total);
  return (
    <Stack space="space.050">
      <Text>{heading}</Text>
      <List type="unordered">
        {firstLabels.map((label, index) => (
          <ListItem key={`${index} ${label}`}>
            <Text maxLines={1}>{label}</Text>
          </ListItem>
        ))}
      </List>
    </Stack>
  );
}
