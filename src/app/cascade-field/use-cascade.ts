import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { FieldDraft } from '../field-screen/use-field-draft';
import { findAllowed } from './cascade-field-contract';
import { findAllowedOnPortal } from './cascade-portal-contract';
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
