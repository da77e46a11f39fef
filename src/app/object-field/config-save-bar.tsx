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
import type { Configuration } from './configuration';
import { configurationOf, type ConfigurationDraft } from './configuration-draft';
import type { TypeChoice } from '../field-configuration/replies';
import type { CheckedQuery } from '../query-editor/use-query-check';

interface SaveBarProps {
  readonly draft: ConfigurationDraft;
  readonly type: TypeChoice | undefined;
  readonly check: CheckedQuery;
}

/** Saves what is chosen if it can work; says what is missing, or could not be checked, if not. */
export function SaveBar({ draft, type, check }: SaveBarProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [last, setLast] = useState<{ draft: ConfigurationDraft; outcome: Outcome }>();

  async function save(work: () => Promise<Outcome>) {
    setIsSaving(true);
    setLast({ draft, outcome: await work() });
    setIsSaving(false);
  }

  // What was said of an earlier draft says nothing about this one.
  const outcome = last?.draft === draft ? last.outcome : undefined;
  const unchecked = outcome?.kind === 'unchecked' ? outcome.configuration : undefined;
  return (
    <Stack space="space.100" alignInline="start">
      {outcome && <OutcomeMessage outcome={outcome} />}
      <ButtonGroup>
        <LoadingButton
          appearance="primary"
          isLoading={isSaving}
          onClick={() => void save(() => saveDraft(draft, type, check))}
        >
          {texts.save}
        </LoadingButton>
        {unchecked && (
          <Button isDisabled={isSaving} onClick={() => void save(() => store(unchecked))}>
            {texts.saveUnchecked}
          </Button>
        )}
        <Button appearance="subtle" onClick={() => void view.close()}>
          {texts.cancel}
        </Button>
      </ButtonGroup>
    </Stack>
  );
}

type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Whether the query works could not be found out; nothing is stored. */
  | { readonly kind: 'unchecked'; readonly configuration: Configuration };

function OutcomeMessage({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'saved':
      return <ValidMessage>{texts.saved}</ValidMessage>;
    case 'refused':
      return <ErrorMessage>{outcome.reason}</ErrorMessage>;
    case 'unchecked':
      return <ErrorMessage>{texts.unchecked}</ErrorMessage>;
  }
}

async function saveDraft(
  draft: ConfigurationDraft,
  type: TypeChoice | undefined,
  check: CheckedQuery,
): Promise<Outcome> {
  if (draft.workspaceId === undefined) return refused(texts.chooseWorkspace);
  const configuration = configurationOf(draft, type);
  if (!type || !configuration) return refused(texts.chooseType);
  if (configuration.query !== '') {
    const reply = await check.checkNow(configuration);
    if (reply.kind !== 'ok') return { kind: 'unchecked', configuration };
    if (reply.value.kind === 'queryError') return refused(texts.correctQuery);
  }
  return store(configuration);
}

async function store(configuration: Configuration): Promise<Outcome> {
  try {
    await view.submit({ configuration });
    return { kind: 'saved' };
  } catch {
    return refused(texts.saveFailed);
  }
}

function refused(reason: string): Outcome {
  return { kind: 'refused', reason };
}
