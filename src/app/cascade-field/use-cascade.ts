import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { FieldDraft } from '../field-screen/use-field-draft';
import { findAllowed, findOfferedPath } from './cascade-field-contract';
import { findAllowedOnPortal } from './cascade-portal-contract';
import { prune, selectionsPayload } from './selection';
import { useCascadeChoice, type CascadeChoice } from './use-cascade-choice';
import { useCascadeDraft, type CascadeOptions } from './use-cascade-draft';
import type { AskAllowed, CascadeContent } from './use-level-check';

interface Cascade {
  readonly choice: CascadeChoice;
  readonly draft: FieldDraft<CascadeContent>;
  /** True once the person has tried to save what is selected now. */
  readonly hasTried: boolean;
  readonly save: () => Promise<void>;
  readonly confirm: () => Promise<void>;
}

const askAllowed: AskAllowed = (payload) => callResolver(findAllowed, payload);
const askOnPortal: AskAllowed = (payload) => callResolver(findAllowedOnPortal, payload);

/**
 * What of the path the field offers where the person is.
 * @param leftOut the labels of what it has no level for
 */
export async function askOfferedPath(content: CascadeContent, leftOut: readonly string[]) {
  const selections = selectionsPayload(content.selections);
  const reply = await callResolver(findOfferedPath, { selections });
  if (reply.kind !== 'ok') return reply;
  const pruned = prune(content.selections, reply.value.levels);
  const labels = pruned.removed.flatMap(({ objects }) => objects.map(({ label }) => label));
  const left = { ...content, selections: pruned.selections };
  return { kind: 'ok', value: { content: left, removed: [...leftOut, ...labels] } } as const;
}

/** What is selected in the editor, and its way into Jira. */
export function useCascade(options: CascadeOptions): Cascade {
  const { levels, screen } = options;
  const draft = useCascadeDraft(options);
  const choice = useCascadeChoice(draft, levels, screen.isOnPortal ? askOnPortal : askAllowed);
  const [tried, setTried] = useState<CascadeContent>();

  async function prepare() {
    setTried(draft.newest());
    if (screen.renderContext === 'issue-view') await choice.check();
    setTried(draft.newest());
  }

  const save = () => prepare().then(draft.save);
  const confirm = () => prepare().then(draft.confirm);

  return { choice, draft, hasTried: tried === draft.content, save, confirm };
}
