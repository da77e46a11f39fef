import {
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  Heading,
  Inline,
  SectionMessage,
  Stack,
  Text,
  Textfield,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { LabelledField } from '../field-configuration/labelled-field';
import { QueryField, type QueryResult } from '../query-editor/query-field';
import { useTypedText } from '../query-editor/use-typed-text';
import type { QueryVocabulary } from '../query-editor/vocabulary';
import {
  nameFaultOf,
  referrersOf,
  type CascadeChange,
  type CascadeDraft,
  type LevelDraft,
} from './cascade-draft';
import { configTexts as texts, listNames } from './config-texts';
import { maximumLevelNameLength } from './level-name';
import { levelNameTexts } from './level-name-texts';

interface LevelCardProps {
  readonly draft: CascadeDraft;
  readonly level: LevelDraft;
  /** Set where the level is drawn since it was moved. */
  readonly movedBy: -1 | 1 | undefined;
  readonly vocabulary: QueryVocabulary;
  readonly result: QueryResult | undefined;
  readonly onChange: (change: CascadeChange) => void;
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
  const { draft, level, movedBy, vocabulary, result, onChange } = props;
  const { levelId, query, isMultiple } = level;
  return (
    <Box xcss={card}>
      <Stack space="space.150">
        <LevelPlace draft={draft} level={level} movedBy={movedBy} onChange={onChange} />
        <LevelName draft={draft} level={level} onChange={onChange} />
        <QueryField
          id={`query-${levelId}`}
          label={texts.queryLabel}
          help={texts.queryHelp(vocabulary.earlierLevels.at(-1))}
          query={query}
          vocabulary={vocabulary}
          result={result}
          onChange={(written) => onChange({ kind: 'queryWritten', levelId, query: written })}
        />
        <Checkbox
          testId={`multiple-${levelId}`}
          label={texts.isMultiple}
          isChecked={isMultiple}
          onChange={({ target }) =>
            onChange({ kind: 'selectionChosen', levelId, isMultiple: target.checked === true })
          }
        />
      </Stack>
    </Box>
  );
}

type PartProps = Pick<LevelCardProps, 'draft' | 'level' | 'onChange'>;

function LevelPlace({
  draft,
  level,
  movedBy,
  onChange,
}: PartProps & Pick<LevelCardProps, 'movedBy'>) {
  const { levelId } = level;
  const [isAsking, setIsAsking] = useState(false);
  const index = draft.levels.indexOf(level);
  const count = draft.levels.length;
  const name = level.knownAs || texts.levelNumber(index + 1);
  const referrers = referrersOf(draft, level);
  const remove = () => onChange({ kind: 'levelRemoved', levelId });
  const hasContent = referrers.length > 0 || level.query.trim() !== '';
  return (
    <Stack space="space.100">
      <Inline spread="space-between" alignBlock="center" shouldWrap rowSpace="space.050">
        <Heading as="h3" size="xsmall">
          {texts.levelOf(index + 1, count)}
        </Heading>
        <ButtonGroup label={texts.levelActions(name)}>
          <MoveButtons
            isFirst={index === 0}
            isLast={index === count - 1}
            movedBy={movedBy}
            onMove={(by) => onChange({ kind: 'levelMoved', levelId, by })}
          />
          <Button
            spacing="compact"
            appearance="subtle"
            isDisabled={count === 1}
            onClick={() => (hasContent ? setIsAsking(true) : remove())}
          >
            {texts.remove}
          </Button>
        </ButtonGroup>
      </Inline>
      {isAsking && (
        <RemovalQuestion
          name={listNames([name])}
          referrers={referrers}
          onRemove={remove}
          onKeep={() => setIsAsking(false)}
        />
      )}
    </Stack>
  );
}

interface MoveButtonsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly movedBy: -1 | 1 | undefined;
  readonly onMove: (by: -1 | 1) => void;
}

/** The one that was pressed has the focus again, or its neighbour where a level can't go on. */
function MoveButtons({ isFirst, isLast, movedBy, onMove }: MoveButtonsProps) {
  const focused = movedBy && (isFirst ? 1 : isLast ? -1 : movedBy);
  return (
    <>
      <Button
        spacing="compact"
        appearance="subtle"
        isDisabled={isFirst}
        autoFocus={focused === -1}
        onClick={() => onMove(-1)}
      >
        {texts.moveUp}
      </Button>
      <Button
        spacing="compact"
        appearance="subtle"
        isDisabled={isLast}
        autoFocus={focused === 1}
        onClick={() => onMove(1)}
      >
        {texts.moveDown}
      </Button>
    </>
  );
}

interface RemovalQuestionProps {
  readonly name: string;
  readonly referrers: readonly string[];
  readonly onRemove: () => void;
  readonly onKeep: () => void;
}

function RemovalQuestion({ name, referrers, onRemove, onKeep }: RemovalQuestionProps) {
  return (
    <SectionMessage appearance="warning" title={texts.removeTitle(name)}>
      <Stack space="space.100">
        <Text>
          {referrers.length > 0
            ? texts.removeReferred(listNames(referrers), referrers.length)
            : texts.removeQuery}
        </Text>
        <ButtonGroup label={texts.removeTitle(name)}>
          <Button spacing="compact" appearance="warning" onClick={onRemove}>
            {texts.removeConfirm}
          </Button>
          <Button spacing="compact" autoFocus onClick={onKeep}>
            {texts.removeCancel}
          </Button>
        </ButtonGroup>
      </Stack>
    </SectionMessage>
  );
}

function LevelName({ draft, level, onChange }: PartProps) {
  const { levelId, name } = level;
  const id = `name-${levelId}`;
  const input = useTypedText(name, (typed) =>
    onChange({ kind: 'levelNamed', levelId, name: typed }),
  );
  const fault = nameFaultOf(draft, level);
  // Nothing is wrong yet with a name that nobody has begun to write.
  const isFaulty = fault !== undefined && (fault !== 'EMPTY' || level.knownAs !== '');
  return (
    <LabelledField
      id={id}
      label={texts.nameLabel}
      help={texts.nameHelp}
      error={isFaulty ? levelNameTexts[fault] : undefined}
    >
      <Textfield
        key={input.revision}
        id={id}
        testId={id}
        placeholder={texts.namePlaceholder}
        maxLength={maximumLevelNameLength}
        isInvalid={isFaulty}
        defaultValue={name}
        onChange={({ target }) => input.type(String(target.value ?? ''))}
        onBlur={() => onChange({ kind: 'namesSettled' })}
      />
    </LabelledField>
  );
}
