import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { BulkPanel, OneByOne, type BulkChange, OperationChoice } from '../bulk-screen/bulk-panel';
import { operationTexts } from '../bulk-screen/bulk-texts';
import { useBulkItems, useBulkSave } from '../bulk-screen/use-bulk-edit';
import { useLatestDraft } from '../field-screen/use-field-draft';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { saveBulkPath, findAllowed, type LevelFacts } from './cascade-field-contract';
import { LevelList, type LevelOffers } from './level-list';
import { listed } from './edit-texts';
import { levelsToLast, selectionsPayload, type Selections } from './selection';
import { useCascadeChoice, type ChoiceDraft, type CascadeContent } from './use-cascade-choice';

const operations = ['set', 'clear'] as const;

interface CascadeBulkEditProps {
  readonly screen: FieldScreen;
  readonly levels: readonly LevelFacts[];
  readonly offers: LevelOffers;
}

/** The field's editor for many work items at once: a whole path, or none. */
export function CascadeBulkEdit(props: CascadeBulkEditProps) {
  return <OneByOne>{(change) => <PathChange {...props} {...change} />}</OneByOne>;
}

function PathChange(props: CascadeBulkEditProps & BulkChange) {
  const { screen, levels, offers, isFurther, onAgain } = props;
  const { issueCount } = screen;
  const loaded = useBulkItems(issueCount);
  const saving = useBulkSave(issueCount);
  const [operation, setOperation] = useState<(typeof operations)[number]>('set');
  const draft = usePathDraft(levels, saving.forget);
  const choice = useCascadeChoice(draft, levels, (payload) => callResolver(findAllowed, payload));
  const selections = operation === 'clear' ? [] : selectionsPayload(choice.selections);
  const isPicked = choice.selections.some(({ objects }) => objects.length > 0);
  const isReady = operation === 'clear' || (isPicked && !choice.isIncomplete);
  const missingLevels = isPicked ? choice.missingLevels : levelsToLast(choice.selections, levels);
  const toChoose = operation === 'clear' ? [] : missingLevels;
  return (
    <BulkPanel
      count={issueCount}
      loaded={loaded}
      saving={saving}
      change={{
        operation,
        texts: operationTexts[operation],
        labels: endOf(choice.selections),
      }}
      savePart={
        isReady ? (offset) => callResolver(saveBulkPath, { offset, selections }) : undefined
      }
      toChoose={toChoose.length === 0 ? undefined : listed(toChoose.map(({ name }) => name))}
      onAgain={onAgain}
    >
      <OperationChoice
        operations={operations}
        operationTexts={operationTexts}
        chosen={operation}
        isDisabled={saving.isRunning}
        onChoose={(next) => {
          setOperation(next);
          saving.forget();
        }}
      />
      {operation === 'set' && (
        <LevelList
          levels={levels}
          choice={choice}
          offers={offers}
          isDisabled={saving.isRunning}
          hasAutoFocus={isFurther}
          asksAtOnce
        />
      )}
    </BulkPanel>
  );
}

/** The labels of the last level on which something is chosen. */
function endOf(selections: Selections): string[] {
  const chosen = selections.filter(({ objects }) => objects.length > 0);
  return chosen.at(-1)?.objects.map(({ label }) => label) ?? [];
}

/** A path that begins empty, and is kept nowhere before it is saved. */
function usePathDraft(levels: readonly LevelFacts[], onChange: () => void): ChoiceDraft {
  const [initial] = useState<CascadeContent>(() => ({
    selections: levels.map(({ levelId }) => ({ levelId, objects: [] })),
    uncheckedLevelIds: [],
    offerlessLevelIds: [],
  }));
  const { content, isChanged, latest, show } = useLatestDraft(initial);
  return {
    content,
    isChanged,
    newest: () => latest.current.content,
    change(changed) {
      show({ content: changed, isChanged: true });
      onChange();
      return Promise.resolve();
    },
  };
}
