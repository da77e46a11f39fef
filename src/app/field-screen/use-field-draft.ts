import { view } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';

/** What brings something newer into the content, which may have changed since it was asked for. */
type Apply<Content> = (later: Content) => Content;

interface DraftOptions<Content> {
  readonly initial: Content;
  readonly renderContext: string;
  /** Whether something, such as a missing connection, keeps the service from being asked. */
  readonly isInTrouble: boolean;
  /** What Jira is to store; undefined while the content cannot be stored. */
  readonly valueOf: (draft: Draft<Content>) => { readonly value: unknown } | undefined;
  /** What a form gets while its content isn't to be stored, with what to do about that. */
  readonly unfinishedOf: (content: Content, obstacle: string) => unknown;
  /** The current labels; undefined where there is no answer. */
  readonly readLabels: (content: Content) => Promise<Apply<Content> | undefined>;
  /** Whether Jira stores other labels than the content has, so that confirming it is a save. */
  readonly hasNewLabels: (content: Content) => boolean;
  /**
   * Before a save on an issue: what others changed since the editor opened. Undefined where nothing
   * is to be asked, or there is no answer.
   */
  readonly catchUp: (draft: Draft<Content>) => Promise<Apply<Content> | undefined>;
}

export interface FieldDraft<Content> extends Draft<Content> {
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  /** True on an issue where confirming without a change stores labels that are new. */
  readonly hasNewLabels: boolean;
  /** The newest content, also before it is drawn. */
  readonly newest: () => Content;
  /** Takes what the person changed; a form stores it at once. */
  readonly change: (content: Content) => Promise<void>;
  /** Keeps a form from being sent with its content, and says so; undefined lets the next change through. */
  readonly hold: (obstacle: string | undefined) => Promise<void>;
  /**
   * The host submits, which it does also where the person leaves the editor: stores what they changed
   * on the issue, with the labels that the objects have now, and closes where they changed nothing.
   */
  readonly save: () => Promise<void>;
  /** The person confirms: as `save`, and stores labels that are new where nothing was changed. */
  readonly confirm: () => Promise<void>;
}

export function useFieldDraft<Content>(options: DraftOptions<Content>): FieldDraft<Content> {
  const { content, isChanged, latest, show } = useLatestDraft(options.initial);
  const current = useNewest(options);
  const { submitLatest, hold, hasFailed } = useSubmitLatest(current, latest);
  const isForm = options.renderContext !== 'issue-view';

  const take = useCallback(
    async (apply: Promise<Apply<Content> | undefined>) => {
      const applied = (await apply)?.(latest.current.content);
      if (applied) show({ ...latest.current, content: applied });
      return applied !== undefined;
    },
    [latest, show],
  );
  const readLabels = useCallback(
    () => take(current.current.readLabels(latest.current.content)),
    [take, current, latest],
  );
  useFirstLabels(options, readLabels, async () => {
    if (isForm && latest.current.isChanged) await submitLatest();
  });
  const hasNewLabels = !isForm && !isChanged && options.hasNewLabels(content);

  async function change(next: Content) {
    show({ content: next, isChanged: true });
    if (isForm) await submitLatest();
  }

  async function saveChange() {
    // Leaving the editor saves: what others changed in the meantime must stay.
    await Promise.all([readLabels(), take(current.current.catchUp(latest.current))]);
    await submitLatest();
  }

  async function saveLabels() {
    await take(current.current.catchUp(latest.current));
    await readLabels();
    // The person may have changed something since they confirmed.
    const { content: newest, isChanged: isChangedBy } = latest.current;
    if (isChangedBy || current.current.hasNewLabels(newest)) await submitLatest();
    else await view.close();
  }

  const saving = useOneAtATime();
  async function save() {
    if (isForm) return;
    if (!latest.current.isChanged) return view.close();
    if (current.current.valueOf(latest.current)) await saving.run(saveChange);
  }

  const confirm = () => (latest.current.isChanged ? save() : saving.run(saveLabels));

  return {
    content,
    isChanged,
    isSaving: saving.isRunning,
    hasFailed: hasFailed || saving.hasFailed,
    hasNewLabels,
    newest: useCallback(() => latest.current.content, [latest]),
    change,
    hold,
    save,
    confirm,
  };
}

/** Hands the newest content to Jira, or, while an obstacle holds a form back, what says so. */
function useSubmitLatest<Content>(
  current: { readonly current: DraftOptions<Content> },
  latest: { readonly current: Draft<Content> },
) {
  const { submit, hasFailed } = useSubmit();
  const obstacle = useRef<string>();

  const submitLatest = useCallback(async () => {
    const { valueOf, unfinishedOf } = current.current;
    const storable =
      obstacle.current === undefined
        ? valueOf(latest.current)
        : { value: unfinishedOf(latest.current.content, obstacle.current) };
    if (storable) await submit(storable.value);
  }, [current, latest, submit]);

  const hold = useCallback(
    async (reason: string | undefined) => {
      obstacle.current = reason;
      if (reason !== undefined) await submitLatest();
    },
    [submitLatest],
  );
  return { submitLatest, hold, hasFailed };
}

/** Forms that ask nothing before the person turns to the field: the value was never stored. */
const asksLater = ['issue-create', 'portal-request'];

/** Reads the labels as the editor opens. If nothing answers, it reads them again after each trouble. */
function useFirstLabels(
  { renderContext, isInTrouble }: Pick<DraftOptions<unknown>, 'renderContext' | 'isInTrouble'>,
  readLabels: () => Promise<boolean>,
  onRead: () => Promise<void>,
): void {
  const newestOnRead = useNewest(onRead);
  const isRead = useRef(false);
  useEffect(() => {
    if (isInTrouble || isRead.current || asksLater.includes(renderContext)) return;
    void readLabels()
      .then((isAnswered) => {
        isRead.current = isAnswered;
        return newestOnRead.current();
      })
      // Saving continues with the known labels.
      .catch(() => undefined);
  }, [renderContext, isInTrouble, readLabels, newestOnRead]);
}

/** The host may ask twice before it has drawn that a save is under way. */
function useOneAtATime() {
  const isBusy = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  async function run(work: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    setHasFailed(false);
    try {
      await work();
    } catch {
      setHasFailed(true);
    } finally {
      isBusy.current = false;
      setIsRunning(false);
    }
  }
  return { run, isRunning, hasFailed };
}

export interface Draft<Content> {
  readonly content: Content;
  readonly isChanged: boolean;
}

/** The draft as drawn, and the newest one for calls that the host makes before it is drawn. */
export function useLatestDraft<Content>(initial: Content) {
  const [draft, setDraft] = useState<Draft<Content>>({ content: initial, isChanged: false });
  const latest = useRef(draft);
  const show = useCallback((next: Draft<Content>) => {
    latest.current = next;
    setDraft(next);
  }, []);
  return { ...draft, latest, show };
}

/** The value of the last drawing, for callbacks that outlive it. */
export function useNewest<Value>(value: Value) {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}

/** What keeps a form from being sent until its picks are checked. */
const holdTexts = {
  awaitsCheck: 'Wait until your picks are checked, then try again.',
  unchecked: 'Your picks couldn’t be checked. Try again, or remove them.',
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
    void draft.hold(holdTexts.awaitsCheck);
    const reply = await ask(draft.newest());
    setIsLoading(false);
    setTrouble(reply.kind === 'ok' ? undefined : reply);
    await draft.hold(reply.kind === 'ok' ? undefined : holdTexts.unchecked);
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

/** Hands values to Jira one after the other, each unless it is the one that was handed over last. */
export function useSubmit() {
  const [hasFailed, setHasFailed] = useState(false);
  const lastSent = useRef<string>();
  const done = useRef(Promise.resolve());

  const submit = useCallback((value: unknown) => {
    const text = JSON.stringify(value);
    const send = async () => {
      try {
        await view.submit(value);
        setHasFailed(false);
      } catch {
        if (lastSent.current === text) lastSent.current = undefined;
        setHasFailed(true);
      }
    };
    if (text !== lastSent.current) {
      lastSent.current = text;
      done.current = done.current.then(send);
    }
    return done.current;
  }, []);
  return { submit, hasFailed };
}
