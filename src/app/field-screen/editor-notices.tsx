import { HelperMessage, Inline, Spinner, ErrorMessage, Icon, Pressable, xcss } from '@forge/react';
import { useCallback, useEffect, useState } from 'react';
import { view } from '@forge/bridge';
import { firstOf } from '../object-display/formats';
import type { Reply, Trouble } from '../replies/reply';
import { TroubleNotice } from '../screen/loaded';
import { type FieldDraft, useNewest } from './use-field-draft';

const offerTexts = {
  checking: 'Checking your picks',
  removed: (labels: readonly string[]) => {
    const [are, they] = labels.length === 1 ? ['isn’t', 'it was'] : ['aren’t', 'they were'];
    return `${firstOf(labels)} ${are} available for this project and work type, so ${they} removed.`;
  },
  awaitsCheck: 'Wait until your picks are checked, then try again.',
  unchecked: 'Your picks couldn’t be checked. Try again, or remove them.',
  connect:
    'Connect your Workspace Data Service account to check whether your picks are available here.',
};

/** What is left of a form's picks where it is now. */
interface Offered<Content> {
  readonly content: Content;
  /** The labels of what isn't offered; empty where all is. */
  readonly removed: readonly string[];
}

interface OfferCheckOptions<Content> {
  readonly draft: Pick<FieldDraft<Content>, 'newest' | 'change' | 'hold'>;
  /** Whether the form had a value as the editor opened. */
  readonly hadValue: boolean;
  readonly renderContext: string;
  /** Asks which picks the field offers; undefined until its configuration is known. */
  readonly ask: ((content: Content) => Promise<Reply<Offered<Content>>>) | undefined;
}

/**
 * A create form draws the editor anew when its project or work type changes, and hands it what was
 * picked before: asks once what of that is offered now, and takes the rest away. Until it is known, the
 * form can't be sent with these picks; someone who can't wait removes them. What a work item holds is never
 * asked about.
 * @see docs/platform-assumptions.md, 73
 */
export function useOfferCheck<Content>(options: OfferCheckOptions<Content>) {
  const newest = useNewest(options);
  const [isLoading, setIsLoading] = useState(false);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [trouble, setTrouble] = useState<Trouble>();
  const check = useCallback(async () => {
    const { draft, ask } = newest.current;
    if (!ask) return;
    setIsLoading(true);
    void draft.hold(offerTexts.awaitsCheck);
    const reply = await ask(draft.newest());
    setIsLoading(false);
    setTrouble(reply.kind === 'ok' ? undefined : reply);
    await draft.hold(reply.kind === 'ok' ? undefined : offerTexts.unchecked);
    if (reply.kind !== 'ok') return;
    setRemoved(reply.value.removed);
    // Even if all are offered: the field may take fewer here.
    await newest.current.draft.change(reply.value.content);
  }, [newest]);
  const { hadValue, renderContext, ask } = options;
  // Where a check is needed, its notice says whether the person has to connect, and the editor does not.
  const isNeeded = hadValue && renderContext === 'issue-create';
  const canAsk = ask !== undefined;
  useEffect(() => {
    if (isNeeded && canAsk) void check();
  }, [isNeeded, canAsk, check]);
  return { isNeeded, isLoading, removed, trouble, reload: () => void check() };
}

export function OfferNotices({ check }: { readonly check: ReturnType<typeof useOfferCheck> }) {
  const { isLoading, removed, trouble } = check;
  return (
    <>
      {isLoading && !trouble && (
        <Inline>
          <Spinner size="small" label={offerTexts.checking} />
        </Inline>
      )}
      <TroubleNotice {...check} connectReason={offerTexts.connect} />
      {removed.length > 0 && <HelperMessage>{offerTexts.removed(removed)}</HelperMessage>}
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
