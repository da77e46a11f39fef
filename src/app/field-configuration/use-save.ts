import { view } from '@forge/bridge';
import { useEffect, useRef, useState } from 'react';
import { configurationTexts as texts } from './configuration-texts';

/** What would be stored, or why it can't work whatever the service says. */
export type Prepared<Configuration> =
  | { readonly kind: 'ready'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the service says of a configuration: `unchecked` where it can't be asked. */
export type ConfigurationVerdict =
  | { readonly kind: 'works' }
  | { readonly kind: 'faulty'; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason: string };

export interface SaveOptions<Configuration> {
  /** What is on the screen. */
  readonly prepared: Prepared<Configuration>;
  readonly check: (configuration: Configuration) => Promise<ConfigurationVerdict>;
}

/** Saves what is on the screen if it can work. */
export function useSave<Configuration>({ prepared, check }: SaveOptions<Configuration>) {
  const [isSaving, setIsSaving] = useState(false);
  const [last, setLast] = useState<{ content: string; outcome: SaveOutcome }>();
  const content = JSON.stringify(prepared);
  const newestContent = useRef(content);
  useEffect(() => {
    newestContent.current = content;
  }, [content]);

  async function save(isChecked: boolean) {
    setIsSaving(true);
    const outcome = await saveIfReady(isChecked);
    setLast({ content: newestContent.current, outcome });
    setIsSaving(false);
  }

  async function saveIfReady(isChecked: boolean): Promise<SaveOutcome> {
    if (prepared.kind === 'refused') return prepared;
    const { configuration } = prepared;
    const verdict = isChecked ? await check(configuration) : works;
    if (newestContent.current !== content) {
      return { kind: 'refused', reason: texts.changedMeanwhile };
    }
    if (verdict.kind === 'faulty') return { kind: 'refused', reason: verdict.reason };
    return verdict.kind === 'unchecked' ? verdict : store(configuration);
  }

  // What was said of something else says nothing about this.
  const outcome = last?.content === content ? last.outcome : undefined;
  return { isSaving, outcome, save };
}

const works: ConfigurationVerdict = { kind: 'works' };

export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason: string };

async function store(configuration: unknown): Promise<SaveOutcome> {
  try {
    await view.submit({ configuration });
    return { kind: 'saved' };
  } catch {
    return { kind: 'refused', reason: texts.saveFailed };
  }
}
