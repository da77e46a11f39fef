import { view } from '@forge/bridge';
import {
  Button,
  ButtonGroup,
  ErrorMessage,
  LoadingButton,
  Stack,
  ValidMessage,
  HelperMessage,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
  TextArea,
} from '@forge/react';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { configurationTexts as texts } from './configuration-texts';
import { JsonToCopy, LabelledField } from './labelled-field';

/** Saves what is on the screen if it can work; says what is missing, or could not be checked, if not. */
export function SaveBar<Configuration>(options: SaveOptions<Configuration>) {
  const { isSaving, outcome, save } = useSave(options);
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
  /** What is on the screen. */
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

interface TransferProps<Configuration> {
  /** What is on the screen: the same object until something is changed. */
  readonly draft: object;
  readonly prepared: Prepared<Configuration>;
  readonly read: (text: string) => ReadImport<Configuration>;
  readonly onImport: (configuration: Configuration) => object;
}

/** Carries a configuration to another context, or keeps it: as JSON, shown to copy and pasted. */
export function Transfer<Configuration>(props: TransferProps<Configuration>) {
  const { draft, prepared, read, onImport } = props;
  const [open, setOpen] = useState<'export' | 'import'>();
  const [imported, setImported] = useState<object>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ButtonGroup>
        <Button spacing="compact" appearance="subtle" onClick={() => setOpen('export')}>
          {texts.exportButton}
        </Button>
        <Button spacing="compact" appearance="subtle" onClick={() => setOpen('import')}>
          {texts.importButton}
        </Button>
      </ButtonGroup>
      {imported === draft && <ValidMessage>{texts.imported}</ValidMessage>}
      <ModalTransition>
        {open === 'export' && <ExportDialog prepared={prepared} onClose={close} />}
        {open === 'import' && (
          <ImportDialog
            read={read}
            onClose={close}
            onImport={(configuration) => {
              setImported(onImport(configuration));
              close();
            }}
          />
        )}
      </ModalTransition>
    </>
  );
}

interface ExportDialogProps {
  readonly prepared: Prepared<unknown>;
  readonly onClose: () => void;
}

function ExportDialog({ prepared, onClose }: ExportDialogProps) {
  return (
    <Modal title={texts.exportTitle} width="large" onClose={onClose}>
      <ModalBody>
        {prepared.kind === 'ready' ? (
          <JsonToCopy
            id="export-json"
            label={texts.jsonLabel}
            help={texts.exportHelp}
            content={prepared.configuration}
          />
        ) : (
          <HelperMessage>{prepared.reason}</HelperMessage>
        )}
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>{texts.close}</Button>
      </ModalFooter>
    </Modal>
  );
}

interface ImportDialogProps<Configuration> {
  readonly read: (text: string) => ReadImport<Configuration>;
  readonly onImport: (configuration: Configuration) => void;
  readonly onClose: () => void;
}

function ImportDialog<Configuration>(props: ImportDialogProps<Configuration>) {
  const { read, onImport, onClose } = props;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();

  function importText() {
    const result = read(text);
    if (result.ok) onImport(result.configuration);
    else setFault(result.message);
  }

  return (
    <Modal title={texts.importTitle} width="large" onClose={onClose}>
      <ModalBody>
        <LabelledField
          id="import-json"
          label={texts.jsonLabel}
          help={texts.importHelp}
          error={fault}
        >
          <TextArea
            id="import-json"
            testId="import-json"
            isMonospaced
            minimumRows={12}
            spellCheck={false}
            isInvalid={fault !== undefined}
            defaultValue=""
            onChange={({ target }) => {
              setText(String(target.value ?? ''));
              setFault(undefined);
            }}
          />
        </LabelledField>
      </ModalBody>
      <ModalFooter>
        <Button appearance="subtle" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button appearance="primary" onClick={importText}>
          {texts.import}
        </Button>
      </ModalFooter>
    </Modal>
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
