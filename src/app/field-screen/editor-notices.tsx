import { HelperMessage, Inline, Spinner, ErrorMessage, Icon, Pressable, xcss } from '@forge/react';
import { view } from '@forge/bridge';
import { TroubleNotice } from '../screen/loaded';
import type { FieldDraft, useOfferCheck } from './use-field-draft';
import { firstOf } from '../object-display/formats';

const noticeTexts = {
  checking: 'Checking your picks',
  removed: (labels: readonly string[]) => {
    const [are, they] = labels.length === 1 ? ['isn’t', 'it was'] : ['aren’t', 'they were'];
    return `${firstOf(labels)} ${are} available for this project and work type, so ${they} removed.`;
  },
  connect:
    'Connect your Workspace Data Service account to check whether your picks are available here.',
};

export function OfferNotices({ check }: { readonly check: ReturnType<typeof useOfferCheck> }) {
  const { isLoading, removed, trouble } = check;
  return (
    <>
      {isLoading && !trouble && (
        <Inline>
          <Spinner size="small" label={noticeTexts.checking} />
        </Inline>
      )}
      <TroubleNotice {...check} connectReason={noticeTexts.connect} />
      {removed.length > 0 && <HelperMessage>{noticeTexts.removed(removed)}</HelperMessage>}
    </>
  );
}

const draftTexts = {
  newNames: 'Confirm to save the new names.',
  saveFailed: 'Your change couldn’t be saved. Your picks are still here: try again.',
};

export function DraftNotices({
  draft: { hasNewLabels, hasFailed },
}: {
  draft: Pick<FieldDraft<unknown>, 'hasNewLabels' | 'hasFailed'>;
}) {
  return (
    <>
      {hasNewLabels && <HelperMessage>{draftTexts.newNames}</HelperMessage>}
      {hasFailed && <ErrorMessage>{draftTexts.saveFailed}</ErrorMessage>}
    </>
  );
}

/** As high and as wide as the buttons below Jira's own fields, and above what is around them. */
const look = xcss({
  width: '32px',
  height: '32px',
  padding: 'space.0',
  borderRadius: 'radius.medium',
  boxShadow: 'elevation.shadow.overlay',
  backgroundColor: 'elevation.surface.overlay',
  ':hover': { backgroundColor: 'elevation.surface.overlay.hovered' },
  ':active': { backgroundColor: 'elevation.surface.overlay.pressed' },
});

/**
 * The buttons of an editor on an issue. The host's own Confirm can't be told from leaving the editor,
 * and only one of them stores new names.
 */
export function ConfirmButtons({ onConfirm }: { onConfirm: () => void }) {
  return (
    <Inline space="space.050" alignInline="end">
      <Pressable xcss={look} onClick={onConfirm}>
        <Icon glyph="check-mark" label="Confirm" />
      </Pressable>
      <Pressable xcss={look} onClick={() => void view.close()}>
        <Icon glyph="cross" label="Cancel" />
      </Pressable>
    </Inline>
  );
}
