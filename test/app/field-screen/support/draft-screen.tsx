import ForgeReconciler, { Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useState } from 'react';
import { DraftNotices } from '../../../../src/app/field-screen/editor-notices';
import { useFieldDraft } from '../../../../src/app/field-screen/use-field-draft';

/** An editor of a number, whose labels are refused the second time that it asks for them. */
function DraftScreen() {
  const [readings] = useState({ count: 0 });
  const draft = useFieldDraft({
    initial: 0,
    renderContext: 'issue-view',
    isInTrouble: false,
    valueOf: ({ content }) => ({ value: { content } }),
    unfinishedOf: (content) => ({ content }),
    readLabels: () => {
      readings.count += 1;
      return readings.count === 2
        ? Promise.reject(new Error('refused'))
        : Promise.resolve(undefined);
    },
    hasNewLabels: () => false,
    catchUp: () => Promise.resolve(undefined),
  });
  return (
    <CustomFieldEdit
      onSubmit={() => void (draft.isChanged ? draft.save() : draft.change(1))}
      disableSubmitOnBlur={draft.isSaving}
    >
      <Text>{draft.isSaving ? 'saving' : 'open'}</Text>
      <DraftNotices draft={draft} />
    </CustomFieldEdit>
  );
}

ForgeReconciler.render(<DraftScreen />);
