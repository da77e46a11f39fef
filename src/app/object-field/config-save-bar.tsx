import { view } from '@forge/bridge';
import {
  Button,
  ButtonGroup,
  ErrorMessage,
  LoadingButton,
  Stack,
  ValidMessage,
} from '@forge/react';
import { useState } from 'react';
import { configTexts as texts } from './config-texts';
import { configurationOf, type ConfigurationDraft } from './configuration-draft';
import type { TypeChoice } from './replies';
import type { CheckedQuery } from './use-query-check';

interface SaveBarProps {
  readonly draft: ConfigurationDraft;
  readonly type: TypeChoice | undefined;
  readonly check: CheckedQuery;
}

/** Saves what is chosen if it can work; says what is missing if not. */
export function SaveBar({ draft, type, check }: SaveBarProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function save() {
    setIsSaving(true);
    setOutcome({ draft, error: await saveDraft(draft, type, check) });
    setIsSaving(false);
  }

  // What was said of an earlier draft says nothing about this one.
  const current = outcome?.draft === draft ? outcome : undefined;
  return (
    <Stack space="space.100" alignInline="start">
      {current?.error !== undefined && <ErrorMessage>{current.error}</ErrorMessage>}
      {current && current.error === undefined && <ValidMessage>{texts.saved}</ValidMessage>}
      <ButtonGroup>
        <LoadingButton appearance="primary" isLoading={isSaving} onClick={() => void save()}>
          {texts.save}
        </LoadingButton>
        <Button appearance="subtle" onClick={() => void view.close()}>
          {texts.cancel}
        </Button>
      </ButtonGroup>
    </Stack>
  );
}

interface Outcome {
  readonly draft: ConfigurationDraft;
  /** Undefined where it was saved. */
  readonly error: string | undefined;
}

/** Returns what keeps the draft from being saved, or undefined. */
async function saveDraft(
  draft: ConfigurationDraft,
  type: TypeChoice | undefined,
  check: CheckedQuery,
): Promise<string | undefined> {
  if (draft.workspaceId === undefined) return texts.chooseWorkspace;
  const configuration = configurationOf(draft, type);
  if (!type || !configuration) return texts.chooseType;
  if (configuration.query !== '') {
    const reply = await check.checkNow(configuration);
    if (reply.kind === 'ok' && reply.value.kind === 'queryError') return texts.correctQuery;
  }
  try {
    await view.submit({ configuration });
    return undefined;
  } catch {
    return texts.saveFailed;
  }
}
