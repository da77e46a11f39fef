import {
  CodeBlock,
  ErrorMessage,
  HelperMessage,
  Label,
  List,
  ListItem,
  Spinner,
  Stack,
  Text,
  TextArea,
} from '@forge/react';
import { templateLimits } from '../../query';
import { TroubleNotice } from '../access/trouble-notice';
import { configTexts as texts } from '../object-field/config-texts';
import type { QueryCheck } from './replies';
import type { CheckedQuery } from './use-query-check';

interface QueryFieldProps {
  readonly query: string;
  readonly check: CheckedQuery;
  readonly onChange: (query: string) => void;
  readonly onRetry: () => void;
}

/** The query and, below it, what it finds or where it goes wrong. */
export function QueryField({ query, check, onChange, onRetry }: QueryFieldProps) {
  const { reply, isChecking } = check;
  const isFaulty = reply?.kind === 'ok' && reply.value.kind === 'queryError';
  return (
    <Stack space="space.050">
      <Label labelFor="query">{texts.queryLabel}</Label>
      <TextArea
        id="query"
        testId="query"
        isMonospaced
        resize="vertical"
        spellCheck={false}
        maxLength={templateLimits.maximumLength}
        isInvalid={isFaulty}
        defaultValue={query}
        onChange={({ target }) => onChange(String(target.value ?? ''))}
      />
      <HelperMessage>{texts.queryHelp}</HelperMessage>
      {isChecking && <Spinner size="small" label={texts.checking} />}
      {reply?.kind === 'ok' && <CheckResult check={reply.value} />}
      {reply && reply.kind !== 'ok' && (
        <TroubleNotice
          trouble={reply}
          connectReason={texts.connectReason}
          isRetrying={isChecking}
          onRetry={onRetry}
        />
      )}
    </Stack>
  );
}

function CheckResult({ check }: { check: QueryCheck }) {
  return check.kind === 'queryError' ? <QueryError {...check} /> : <Matches {...check} />;
}

function QueryError({ message, line, column, excerpt }: QueryCheck & { kind: 'queryError' }) {
  return (
    <Stack space="space.050">
      <ErrorMessage>{message}</ErrorMessage>
      {line !== undefined && column !== undefined && (
        <Text size="small">{texts.queryPosition(line, column)}</Text>
      )}
      {excerpt !== undefined && (
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- UI Kit has no successor yet
        <CodeBlock text={excerpt} language="text" showLineNumbers={false} />
      )}
    </Stack>
  );
}

function Matches({ total, firstLabels }: QueryCheck & { kind: 'matches' }) {
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
