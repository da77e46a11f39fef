import {
  Button,
  Heading,
  HelperMessage,
  Inline,
  Stack,
  Box,
  Checkbox,
  Text,
  xcss,
  Textfield,
  ButtonGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
} from '@forge/react';
import { useState } from 'react';
import {
  MatchCount,
  QueryField,
  type QueryResult,
  useTypedText,
} from '../query-editor/query-field';
import { attributesOfAll, exampleForLevel, type QueryVocabulary } from '../query-editor/vocabulary';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { TroubleNotice } from '../screen/loaded';
import { LabelledField } from '../field-configuration/labelled-field';
import {
  nameFaultOf,
  settleNames,
  type CascadeChange,
  type CascadeDraft,
  type LevelDraft,
  referrersOf,
} from './cascade-draft';
import { faultsOf, type CascadeConfigForm } from './use-config-form';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import { maximumLevels, maximumLevelNameLength } from './cascade-value';
import { levelNameTexts } from './configuration';

export function Levels({ form }: { form: CascadeConfigForm }) {
  const { draft, change, types, check, results } = form;
  const attributes = attributesOfAll(types.choices ?? []);
  const typeNames = (types.choices ?? []).map(({ name }) => name);
  const names = knownNames(draft);
  const [moved, setMoved] = useState<CascadeChange & { kind: 'levelMoved' }>();
  const { foldingOf, openAlone } = useFolding(form);
  return (
    <Stack space="space.150">
      <HelperMessage>{texts.levelsHelp}</HelperMessage>
      {draft.levels.map((level, index) => (
        <LevelCard
          // With its place: UI Kit misplaces what is moved behind something else, so that a level
          // that was moved is drawn anew.
          key={`${index} ${level.levelId}`}
          draft={draft}
          level={level}
          movedBy={moved?.levelId === level.levelId ? moved.by : undefined}
          vocabulary={{ attributes, typeNames, earlierLevels: names.slice(0, index).flat() }}
          result={results.find(({ levelId }) => levelId === level.levelId)?.result}
          {...foldingOf(level)}
          onChange={(made) => {
            setMoved(made.kind === 'levelMoved' ? made : undefined);
            change(made);
          }}
        />
      ))}
      <Inline space="space.100" alignBlock="center" shouldWrap rowSpace="space.100">
        <Button
          isDisabled={draft.levels.length >= maximumLevels}
          onClick={() => {
            const levelId = crypto.randomUUID();
            change({ kind: 'levelAdded', levelId });
            openAlone(levelId);
          }}
        >
          {texts.addLevel}
        </Button>
        {draft.levels.length >= maximumLevels && <HelperMessage>{texts.levelsFull}</HelperMessage>}
      </Inline>
      <TroubleNotice {...check} connectReason={sharedTexts.connectReason} />
    </Stack>
  );
}

/** Up to this many levels are open at first; if there are more, all begin folded. */
const maximumOpenLevels = 2;

/**
 * Which levels show their place, name and query alone. One in which something is wrong opens, and
 * stays open when it is corrected: someone may be typing there.
 */
function useFolding({ draft, results }: CascadeConfigForm) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => {
    const ids = draft.levels.map(({ levelId }) => levelId);
    return new Set(ids.length > maximumOpenLevels ? ids : []);
  });
  const faulty = new Set([
    ...faultsOf(results).map(({ levelId }) => levelId),
    ...draft.levels.filter((level) => nameFaultOf(draft, level)).map(({ levelId }) => levelId),
  ]);
  const sound = [...folded].filter((levelId) => !faulty.has(levelId));
  if (sound.length < folded.size) setFolded(new Set(sound));
  /** Opens a level, which may be a new one, and folds the others where there are more than a few. */
  const openAlone = (levelId: string) => {
    const others = draft.levels.map((level) => level.levelId).filter((id) => id !== levelId);
    setFolded(
      new Set(others.length >= maximumOpenLevels ? others : sound.filter((id) => id !== levelId)),
    );
  };
  const foldingOf = ({ levelId }: LevelDraft) => {
    const isFolded = sound.includes(levelId);
    const fold = () => (isFolded ? openAlone(levelId) : setFolded(new Set([...sound, levelId])));
    const canFold = draft.levels.length > 1 && !faulty.has(levelId);
    return { isFolded, onFold: canFold ? fold : undefined };
  };
  return { foldingOf, openAlone };
}

/** By level, as a list of one name, or of none where a level has no usable name yet. */
function knownNames(draft: CascadeDraft): string[][] {
  return settleNames(draft).levels.map(({ knownAs }) => (knownAs === '' ? [] : [knownAs]));
}

interface LevelCardProps {
  readonly draft: CascadeDraft;
  readonly level: LevelDraft;
  /** Set where the level is drawn since it was moved. */
  readonly movedBy: -1 | 1 | undefined;
  readonly vocabulary: QueryVocabulary;
  readonly result: QueryResult | undefined;
  readonly isFolded: boolean;
  /** Undefined where the level stays open. */
  readonly onFold: (() => void) | undefined;
  readonly onChange: (change: CascadeChange) => void;
}

const card = xcss({
  padding: 'space.200',
  borderColor: 'color.border',
  borderStyle: 'solid',
  borderWidth: 'border.width',
  borderRadius: 'radius.medium',
});

function LevelCard(props: LevelCardProps) {
  return (
    <Box xcss={card}>
      <Stack space="space.150">
        <LevelPlace {...props} />
        {props.isFolded ? <LevelSummary {...props} /> : <LevelFields {...props} />}
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
      <LevelNameField {...props} />
      <QueryField
        id={`query-${levelId}`}
        label={texts.queryLabel}
        help={queryHelp(level, vocabulary)}
        workspaceId={draft.workspaceId}
        query={query}
        vocabulary={vocabulary}
        result={props.result}
        onChange={(written) => onChange({ kind: 'queryWritten', levelId, query: written })}
      />
      <MatchCount result={props.result} />
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

function LevelNameField({ draft, level, onChange }: LevelCardProps) {
  const { levelId, name } = level;
  const id = `name-${levelId}`;
  const input = useTypedText(name, (typed) =>
    onChange({ kind: 'levelNamed', levelId, name: typed }),
  );
  const fault = nameFaultOf(draft, level);
  // A name that nobody has begun to write isn't wrong yet.
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

function LevelPlace({ draft, level, movedBy, isFolded, onFold, onChange }: LevelCardProps) {
  const { levelId } = level;
  const [isAsking, setIsAsking] = useState(false);
  const index = draft.levels.indexOf(level);
  const count = draft.levels.length;
  const name = level.knownAs || texts.levelNumber(index + 1);
  const referrers = referrersOf(draft, level);
  const remove = () => onChange({ kind: 'levelRemoved', levelId });
  const hasContent = referrers.length > 0 || level.query.trim() !== '';
  return (
    <>
      <Inline spread="space-between" alignBlock="center" shouldWrap rowSpace="space.050">
        <Inline space="space.050" alignBlock="center">
          <Heading as="h3" size="xsmall">
            {texts.levelOf(index + 1, count)}
          </Heading>
          {onFold && (
            <Button spacing="compact" appearance="subtle" onClick={onFold}>
              {isFolded ? texts.expand : texts.collapse}
            </Button>
          )}
        </Inline>
        <LevelActions
          name={name}
          index={index}
          count={count}
          movedBy={movedBy}
          onMove={(by) => onChange({ kind: 'levelMoved', levelId, by })}
          onRemove={() => (hasContent ? setIsAsking(true) : remove())}
        />
      </Inline>
      <ModalTransition>
        {isAsking && (
          <RemovalQuestion
            name={listNames([name])}
            referrers={referrers}
            onRemove={remove}
            onKeep={() => setIsAsking(false)}
          />
        )}
      </ModalTransition>
    </>
  );
}

interface LevelActionsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly movedBy: -1 | 1 | undefined;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Of a level that was moved, the button that was pressed has the focus again. */
function LevelActions({ name, index, count, movedBy, onMove, onRemove }: LevelActionsProps) {
  const isFirst = index === 0;
  const isLast = index === count - 1;
  // Or its neighbour, where the level can't go on.
  const focused = movedBy && (isFirst ? 1 : isLast ? -1 : movedBy);
  return (
    <ButtonGroup label={texts.levelActions(name)}>
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
      <Button spacing="compact" appearance="subtle" isDisabled={count === 1} onClick={onRemove}>
        {texts.remove}
      </Button>
    </ButtonGroup>
  );
}

interface RemovalQuestionProps {
  readonly name: string;
  readonly referrers: readonly string[];
  readonly onRemove: () => void;
  readonly onKeep: () => void;
}

/** In a dialog, so that nobody saves in the belief that the level is gone. */
function RemovalQuestion({ name, referrers, onRemove, onKeep }: RemovalQuestionProps) {
  return (
    <Modal title={texts.removeTitle(name)} onClose={onKeep}>
      <ModalBody>
        <Text>
          {referrers.length > 0
            ? texts.removeReferred(listNames(referrers), referrers.length)
            : texts.removeQuery}
        </Text>
      </ModalBody>
      <ModalFooter>
        <ButtonGroup>
          <Button appearance="subtle" autoFocus onClick={onKeep}>
            {texts.removeCancel}
          </Button>
          <Button appearance="warning" onClick={onRemove}>
            {texts.removeConfirm}
          </Button>
        </ButtonGroup>
      </ModalFooter>
    </Modal>
  );
}
