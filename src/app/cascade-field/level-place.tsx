import {
  Button,
  ButtonGroup,
  Heading,
  Inline,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
  Text,
} from '@forge/react';
import { useState } from 'react';
import {
  referrersOf,
  type CascadeChange,
  type CascadeDraft,
  type LevelDraft,
} from './cascade-draft';
import { cascadeConfigTexts as texts, listNames } from './config-texts';

interface LevelPlaceProps {
  readonly draft: CascadeDraft;
  readonly level: LevelDraft;
  /** Set where the level is drawn since it was moved. */
  readonly movedBy: -1 | 1 | undefined;
  readonly isFolded: boolean;
  /** Undefined where the level stays open. */
  readonly onFold: (() => void) | undefined;
  readonly onChange: (change: CascadeChange) => void;
}

/** The place of a level among the others, with what moves and removes it. */
export function LevelPlace(props: LevelPlaceProps) {
  const { draft, level, movedBy, isFolded, onFold, onChange } = props;
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
