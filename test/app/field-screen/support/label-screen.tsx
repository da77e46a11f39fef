import ForgeReconciler, { Button, Text } from '@forge/react';
import { useFieldDraft } from '../../../../src/app/field-screen/use-field-draft';

let answer = () => {};
const stored = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));

/** An editor of a number without new labels, which learns what others changed when the test lets it. */
function LabelScreen() {
  const draft = useFieldDraft({
    initial: 0,
    renderContext: 'issue-view',
    isInTrouble: false,
    valueOf: ({ content }) => ({ value: { content } }),
    unfinishedOf: (content) => ({ content }),
    readLabels: () => Promise.resolve(undefined),
    hasNewLabels: () => false,
    catchUp: () => stored,
  });
  return (
    <>
      <Button onClick={() => void draft.confirm()}>Confirm</Button>
      <Button onClick={() => void draft.change(1)}>Change</Button>
      <Button onClick={() => answer()}>Answer</Button>
      <Text>{draft.isSaving ? 'saving' : 'open'}</Text>
    </>
  );
}

ForgeReconciler.render(<LabelScreen />);
