import { view } from '@forge/bridge';
import {
  Button,
  ErrorMessage,
  Inline,
  LoadingButton,
  Stack,
  ValidMessage,
  TextArea,
} from '@forge/react';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { PopupButton } from '../screen/popup-button';
import { configurationTexts as texts } from './configuration-texts';
import { LabelledField } from './labelled-field';

type ActionsProps<Configuration, Draft extends object> = SaveOptions<Configuration> &
  TransferProps<Configuration, Draft>;

/**
 * Saves what is on the screen if it can work; says what is missing, or could not be checked, if not. Cancels,
 * exports and imports.
 */
export function ConfigurationActions<Configuration, Draft extends object>(
  props: ActionsProps<Configuration, Draft>,
) {
  const { isSaving, outcome, save } = useSave(props);
  return (
    <Stack space="space.100" alignInline="start">
      {outcome && <OutcomeMessage outcome={outcome} />}
      <Inline space="space.100" rowSpace="space.100" alignBlock="center" shouldWrap>
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
        <Transfer {...props} />
      </Inline>
    </Stack>
  );
}

function OutcomeMessage({ outcome }: { outcome: SaveOutcome }) {
  if (outcome.kind === 'saved') return <ValidMessage>{texts.saved}</ValidMessage>;
  return <ErrorMessage>{outcome.reason}</ErrorMessage>;
}

/** What would be stored, or why it can't work whatever the service says. */
export type Prepared<Configuration> =
  | { readonly kind: 'ready'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the service says of a configuration: `unchecked` where it can't be asked. */
export type ConfigurationVerdict =
  | { readonly kind: 'works' }
  | { readonly kind: 'faulty'; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason: string };

interface SaveOptions<Configuration> {
  readonly prepared: Prepared<Configuration>;
  readonly check: (configuration: Configuration) => Promise<ConfigurationVerdict>;
}

/** Saves what is on the screen if it can work. */
function useSave<Configuration>({ prepared, check }: SaveOptions<Configuration>) {
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

  // An outcome of other content doesn't apply to this one.
  const outcome = last?.content === content ? last.outcome : undefined;
  return { isSaving, outcome, save };
}

const works: ConfigurationVerdict = { kind: 'works' };

type SaveOutcome =
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

interface TransferProps<Configuration, Draft extends object> {
  /** What is on the screen: the same object until something is changed. */
  readonly draft: Draft;
  readonly prepared: Prepared<Configuration>;
  readonly read: (text: string) => ReadImport<Configuration>;
  readonly draftOf: (configuration: Configuration) => Draft;
  /** Puts another draft onto the screen. */
  readonly load: (draft: Draft) => void;
}

/** Carries a configuration to another context, or keeps it: as JSON, to copy and to paste. */
function Transfer<Configuration, Draft extends object>(props: TransferProps<Configuration, Draft>) {
  const { draft, draftOf, load } = props;
  const [imported, setImported] = useState<object>();

  function show(configuration: Configuration) {
    const next = draftOf(configuration);
    load(next);
    setImported(next);
  }
  return (
    <>
      <PopupButton
        text={texts.transfer}
        label={texts.transfer}
        widthPx={480}
        placement="top-start"
        spacing="default"
      >
        {(close) => (
          <TransferForm
            {...props}
            onImport={(configuration) => {
              show(configuration);
              close();
            }}
          />
        )}
      </PopupButton>
      {imported === draft && <ValidMessage>{texts.imported}</ValidMessage>}
    </>
  );
}

type TransferFormProps<Configuration> = Pick<
  TransferProps<Configuration, object>,
  'prepared' | 'read'
> & {
  readonly onImport: (configuration: Configuration) => void;
};

function TransferForm<Configuration>(props: TransferFormProps<Configuration>) {
  const { prepared, read, onImport } = props;
  const [initial] = useState(() =>
    prepared.kind === 'ready' ? JSON.stringify(prepared.configuration, null, 2) : '',
  );
  const [text, setText] = useState(initial);
  const [fault, setFault] = useState<string>();

  function importText() {
    const result = read(text);
    if (result.ok) onImport(result.configuration);
    else setFault(result.message);
  }

  return (
    <Stack space="space.150" alignInline="stretch">
      <LabelledField
        id="configuration-json"
        label={texts.jsonLabel}
        help={
          prepared.kind === 'ready' ? texts.transferHelp : texts.nothingToExport(prepared.reason)
        }
        error={fault}
      >
        <TextArea
          id="configuration-json"
          testId="configuration-json"
          autoFocus
          isMonospaced
          minimumRows={12}
          spellCheck={false}
          isInvalid={fault !== undefined}
          defaultValue={initial}
          onChange={({ target }) => {
            setText(String(target.value ?? ''));
            setFault(undefined);
          }}
        />
      </LabelledField>
      <Inline>
        <Button onClick={importText}>{texts.import}</Button>
      </Inline>
    </Stack>
  );
}

type ReadImport<Configuration> =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a configuration that an admin pasted.
 * @param parts what each part of it has to be, by its name
 */
export function readImport<Configuration>(
  text: string,
  schema: z.ZodMiniType<Configuration>,
  parts: Readonly<Record<string, string>>,
): ReadImport<Configuration> {
  if (text.trim() === '') return { ok: false, message: texts.nothingToImport };
  const json = parseJson(text);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  if (read.success) return { ok: true, configuration: read.data };
  const names = Object.keys(parts);
  if (!names.some((name) => valueAt(json.value, [name]) !== undefined)) {
    return { ok: false, message: texts.notAConfiguration(names.join(', ')) };
  }
  const paths = read.error.issues.map(({ path }) => path);
  const isMissing = (path: readonly PropertyKey[]) => valueAt(json.value, path) === undefined;
  const missing = partNames(paths.filter(isMissing), parts);
  const unusable = partNames(
    paths.filter((path) => !isMissing(path)),
    parts,
  );
  return { ok: false, message: texts.unusableParts(missing, unusable) };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: texts.notJson(reason) };
  }
}

/** Undefined where there is nothing. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

function partNames(
  paths: readonly (readonly PropertyKey[])[],
  parts: Readonly<Record<string, string>>,
): string {
  return [...new Set(paths.map((path) => partName(path, parts)))].join(', ');
}

/** Lists are counted from 1, as the screens do. */
function partName(path: readonly PropertyKey[], parts: Readonly<Record<string, string>>): string {
  const name = path
    .map((key) => (typeof key === 'number' ? String(key + 1) : String(key)))
    .join(' › ');
  const meaning = parts[name];
  return meaning === undefined ? name : `${name} (${meaning})`;
}
