import { view } from '@forge/bridge';
import { useCallback, useRef, useState } from 'react';
import { useLatestDraft, useNewest } from './use-latest-draft';
import { useSubmit } from './use-submit';

/**
 * Asks for something newer than the content. Returns what brings it into the content, which may have
 * changed in the meantime; undefined where there is nothing to ask or no answer.
 */
type Update<Content> = (content: Content) => Promise<((later: Content) => Content) | undefined>;

interface DraftOptions<Content> {
  readonly initial: Content;
  readonly renderContext: string;
  /** What Jira is to store; undefined while the content cannot be stored as it is. */
  readonly valueOf: (content: Content) => { readonly value: unknown } | undefined;
  /** The labels of today. */
  readonly readLabels: Update<Content>;
  /** Before a save on an issue: what others changed since the editor opened. */
  readonly catchUp?: Update<Content>;
}

export interface FieldDraft<Content> {
  readonly content: Content;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** True where Jira refused the last change. */
  readonly hasFailed: boolean;
  /** The newest content, also before it is drawn. */
  readonly newest: () => Content;
  /** Takes what the person changed; a form stores it at once. */
  readonly change: (content: Content) => Promise<void>;
  /** Brings the labels up to date; a form that was changed stores them. */
  readonly refresh: () => Promise<void>;
  /**
   * The person confirms on the issue, or leaves the editor: stores what they changed, with the
   * labels that the objects have now.
   */
  readonly save: () => Promise<void>;
}

/** What a person edits in a field, and how it gets into Jira: on an issue, or in a form. */
export function useFieldDraft<Content>(options: DraftOptions<Content>): FieldDraft<Content> {
  const { content, isChanged, latest, show } = useLatestDraft(options.initial);
  const { submit, hasFailed } = useSubmit();
  const [isSaving, setIsSaving] = useState(false);
  // The host may ask twice before it has drawn that a save is under way.
  const isBusy = useRef(false);
  const current = useNewest(options);
  const isForm = options.renderContext !== 'issue-view';

  const submitLatest = useCallback(async () => {
    const storable = current.current.valueOf(latest.current.content);
    if (storable) await submit(storable.value);
  }, [current, latest, submit]);

  const take = useCallback(
    async (update: Update<Content>) => {
      const apply = await update(latest.current.content);
      if (apply) show({ ...latest.current, content: apply(latest.current.content) });
    },
    [latest, show],
  );

  const refresh = useCallback(async () => {
    await take(current.current.readLabels);
    if (isForm && latest.current.isChanged) await submitLatest();
  }, [take, current, isForm, latest, submitLatest]);

  async function change(next: Content) {
    show({ content: next, isChanged: true });
    if (isForm) await submitLatest();
  }

  async function save() {
    if (isForm || isBusy.current) return;
    // Leaving the editor saves: what others changed in the meantime must stay.
    if (!latest.current.isChanged) return view.close();
    if (!options.valueOf(latest.current.content)) return;
    isBusy.current = true;
    setIsSaving(true);
    const { readLabels, catchUp } = options;
    await Promise.all([take(readLabels), catchUp && take(catchUp)]);
    await submitLatest();
    setIsSaving(false);
    isBusy.current = false;
  }

  const newest = useCallback(() => latest.current.content, [latest]);
  return { content, isChanged, isSaving, hasFailed, newest, change, refresh, save };
}
