import {
  Button,
  ButtonGroup,
  HelperMessage,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
  TextArea,
  ValidMessage,
} from '@forge/react';
import { useState } from 'react';
import { configurationTexts as texts } from './configuration-texts';
import { JsonToCopy, LabelledField } from './labelled-field';
import type { ReadImport } from './read-import';
import type { Prepared } from './use-save';

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
