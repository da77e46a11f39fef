import { Box, Checkbox, Stack, Text, xcss } from '@forge/react';
import type { Formats } from '../object-display/formats';
import { exampleForLevel } from '../query-editor/example-query';
import { QueryField, type QueryResult } from '../query-editor/query-field';
import type { QueryVocabulary } from '../query-editor/vocabulary';
import type { CascadeChange, CascadeDraft, LevelDraft } from './cascade-draft';
import { cascadeConfigTexts as texts } from './config-texts';
import { LevelNameField } from './level-name-field';
import { LevelPlace } from './level-place';

interface LevelCardProps {
  readonly draft: CascadeDraft;
  readonly level: LevelDraft;
  /** Set where the level is drawn since it was moved. */
  readonly movedBy: -1 | 1 | undefined;
  readonly vocabulary: QueryVocabulary;
  readonly result: QueryResult | undefined;
  readonly formats: Formats;
  readonly isChecking: boolean;
  readonly isFolded: boolean;
  readonly onFold: (() => void) | undefined;
  readonly onChange: (change: CascadeChange) => void;
  readonly onCheck: () => void;
}

const card = xcss({
  padding: 'space.200',
  borderColor: 'color.border',
  borderStyle: 'solid',
  borderWidth: 'border.width',
  borderRadius: 'radius.small',
});

/** One level: its place, its name, its query and whether several objects can be chosen. */
export function LevelCard(props: LevelCardProps) {
  const { draft, level, movedBy, isFolded, onFold, onChange } = props;
  const place = { draft, level, movedBy, isFolded, onFold, onChange };
  return (
    <Box xcss={card}>
      <Stack space="space.150">
        <LevelPlace {...place} />
        {isFolded ? <LevelSummary level={level} /> : <LevelFields {...props} />}
      </Stack>
    </Box>
  );
}

function LevelSummary({ level: { name, query } }: Pick<LevelCardProps, 'level'>) {
  return (
    <Text maxLines={2}>
      <Text as="strong">{name}</Text> {query}
    </Text>
  );
}

function LevelFields(props: LevelCardProps) {
  const { draft, level, vocabulary, onChange } = props;
  const { levelId, query, isMultiple } = level;
  return (
    <>
      <LevelNameField draft={draft} level={level} onChange={onChange} />
      <QueryField
        id={`query-${levelId}`}
        label={texts.queryLabel}
        help={queryHelp(level, vocabulary)}
        workspaceId={draft.workspaceId}
        query={query}
        vocabulary={vocabulary}
        result={props.result}
        formats={props.formats}
        isChecking={props.isChecking}
        onChange={(written) => onChange({ kind: 'queryWritten', levelId, query: written })}
        onCheck={props.onCheck}
      />
      <Checkbox
        testId={`multiple-${levelId}`}
        label={texts.isMultiple}
        isChecked={isMultiple}
        onChange={({ target }) =>
          onChange({ kind: 'selectionChosen', levelId, isMultiple: target.checked === true })
        }
      />
    </>
  );
}

function queryHelp({ knownAs }: LevelDraft, vocabulary: QueryVocabulary): string {
  const example = exampleForLevel(knownAs, vocabulary);
  return vocabulary.earlierLevels.length === 0
    ? texts.firstQueryHelp(example)
    : texts.queryHelp(example);
}
