import { Button, Modal, ModalBody, ModalFooter, ModalTransition } from '@forge/react';
import { useState } from 'react';
import { JsonToCopy } from '../field-configuration/labelled-field';
import type { SiteLine } from './site-check-contract';
import { siteCheckTexts as texts } from './site-check-texts';

interface ResultsExportProps {
  readonly lines: readonly SiteLine[];
  /** Milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** The results as JSON, to be pasted into a report. */
export function ResultsExport({ lines, checkedAt }: ResultsExportProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const report = { version: 1, checkedAt: new Date(checkedAt).toISOString(), lines };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.exportButton}</Button>
      <ModalTransition>
        {isOpen && (
          <Modal title={texts.exportTitle} width="large" onClose={close}>
            <ModalBody>
              <JsonToCopy
                id="site-check-json"
                label={texts.exportLabel}
                help={texts.exportHelp}
                content={report}
              />
            </ModalBody>
            <ModalFooter>
              <Button onClick={close}>{texts.close}</Button>
            </ModalFooter>
          </Modal>
        )}
      </ModalTransition>
    </>
  );
}
