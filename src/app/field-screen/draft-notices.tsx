import { ErrorMessage, HelperMessage } from '@forge/react';
import type { FieldDraft } from './use-field-draft';

const texts = {
  newNames: 'Confirm to save the new names.',
  saveFailed: 'Your change couldn’t be saved. Your picks are still here: try again.',
};

/** What there is to say of a save: that confirming is one, or that the last one failed. */
export function DraftNotices({
  draft: { hasNewLabels, hasFailed },
}: {
  draft: Pick<FieldDraft<unknown>, 'hasNewLabels' | 'hasFailed'>;
}) {
  return (
    <>
      {hasNewLabels && <HelperMessage>{texts.newNames}</HelperMessage>}
      {hasFailed && <ErrorMessage>{texts.saveFailed}</ErrorMessage>}
    </>
  );
}
