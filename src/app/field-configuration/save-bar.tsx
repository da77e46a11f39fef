import { view } from '@forge/bridge';
import {
  Button,
  ButtonGroup,
  ErrorMessage,
  LoadingButton,
  Stack,
  ValidMessage,
} from '@forge/react';
import { useEffect, useRef, useState } from 'react';
import { configurationTexts as texts } from './configuration-texts';

/** What would be stored, or why it can't work whatever the service says. */
export type Prepared<Configuration> =
  | { readonly kind: 'ready'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the service says of a configuration: `unchecked` where it can't be asked. */
export type Verdict =
  | { readonly kind: 'works' }
  | { readonly kind: 'faulty'; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason: string };

interface SaveBarProps<Configuration> {
  /** What is on the screen: the same object until something is changed. */
  readonly draft: object;
  readonly prepared: Prepared<Configuration>;
  readonly check: (configuration: Configuration) => Promise<Verdict>;
}

/** Saves what is on the screen if it can work; says what is missing, or could not be checked, if not. */
export function SaveBar<Configuration>({ draft, prepared, check }: SaveBarProps<Configuration>) {
  const [isSaving, setIsSaving] = useState(false);
  const [last, setLast] = useState<{ draft: object; outcome: Outcome }>();
  const newestDraft = useRef(draft);
  useEffect(() => {
    newestDraft.current = draft;
  }, [draft]);

  async function save(isChecked: boolean) {
    setIsSaving(true);
    const outcome = await saveIfReady(isChecked);
    setLast({ draft: newestDraft.current, outcome });
    setIsSaving(false);
  }

  async function saveIfReady(isChecked: boolean): Promise<Outcome> {
    if (prepared.kind === 'refused') return prepared;
    const { configuration } = prepared;
    const verdict = isChecked ? await check(configuration) : works;
    if (newestDraft.current !== draft) return { kind: 'refused', reason: texts.changedMeanwhile };
    if (verdict.kind === 'faulty') return { kind: 'refused', reason: verdict.reason };
    return verdict.kind === 'unchecked' ? verdict : store(configuration);
  }

  // What was said of an earlier draft says nothing about this one.
  const outcome = last?.draft === draft ? last.outcome : undefined;
  return (
    <Stack space="space.100" alignInline="start">
      {outcome && <OutcomeMessage outcome={outcome} />}
      <ButtonGroup>
        <LoadingButton appearance="primary" isLoading={isSaving} onClick={() => void save(true)}>
          {texts.save}
        </LoadingButton>
        {outcome?.kind === 'unchecked' && (
          <Button isDisabled={isSaving} onClick={() => void save(false)}>
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

const works: Verdict = { kind: 'works' };

type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason: string };

function OutcomeMessage({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'saved') return <ValidMessage>{texts.saved}</ValidMessage>;
  return <ErrorMessage>{outcome.reason}</ErrorMessage>;
}

async function store(configuration: unknown): Promise<Outcome> {
  try {
    await view.submit({ configuration });
    return { kind: 'saved' };
  } catch {
    return { kind: 'refused', reason: texts.saveFailed };
  }
}
