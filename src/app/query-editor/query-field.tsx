import {
  CodeBlock,
  ErrorMessage,
  Inline,
  LoadingButton,
  Stack,
  Text,
  TextArea,
} from '@forge/react';
import { templateLimits } from '../../query';
import { LabelledField } from '../field-configuration/labelled-field';
import type { Formats } from '../object-display/formats';
import { InsertList } from './insert-list';
import { Matches, type QueryMatches } from './matches';
import { queryEditorTexts as texts } from './query-texts';
import type { QueryError } from './query-editor-contract';
import { useTypedText } from './use-typed-text';
import type { QueryVocabulary } from './vocabulary';

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
  readonly formats: Formats;
  readonly isChecking: boolean;
  readonly onChange: (query: string) => void;
  /** Tries again what is on the screen. */
  readonly onCheck: () => void;
}

/** A query, what can be inserted into it and, below, what it finds or where it goes wrong. */
export function QueryField(props: QueryFieldProps) {
  const { id, query, vocabulary, workspaceId, result, formats, onChange } = props;
  return (
    <Stack space="space.100">
      <QueryText {...props} />
      <InsertList
        id={`${id}-insert`}
        workspaceId={workspaceId}
        query={query}
        vocabulary={vocabulary}
        onChange={onChange}
      />
      <Inline>
        <LoadingButton spacing="compact" isLoading={props.isChecking} onClick={props.onCheck}>
          {texts.check}
        </LoadingButton>
      </Inline>
      {result?.kind === 'matches' && <Matches {...result} formats={formats} />}
    </Stack>
  );
}

type QueryTextProps = Pick<
  QueryFieldProps,
  'id' | 'label' | 'help' | 'query' | 'result' | 'onChange'
>;

function QueryText({ id, label, help, query, result, onChange }: QueryTextProps) {
  const input = useTypedText(query, onChange);
  return (
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
        // oxlint-disable-next-line typescript/no-deprecated -- UI Kit has no successor yet
        <CodeBlock text={excerpt} language="text" showLineNumbers={false} />
      )}
    </Stack>
  );
}
