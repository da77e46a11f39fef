import {
  Button,
  ButtonGroup,
  Inline,
  LoadingButton,
  Modal,
  ModalBody,
  ModalFooter,
  ModalTransition,
  Stack,
  Text,
  ValidMessage,
} from '@forge/react';
import { useState } from 'react';
import type { AdminTokenFacts } from '../access/admin-token-facts';
import { callResolver } from '../access/call-resolver';
import { ActionTrouble } from './action-trouble';
import { FactLine } from './fact-line';
import { removeToken, testToken } from './functions';
import type { Facts } from './replies';
import { TokenForm } from './token-form';
import { tokenTexts as texts } from './token-texts';
import { useAction } from './use-action';
import type { PageFormats } from '../object-display/use-page-formats';

interface TokenSectionProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** The token is another one, or none. */
  readonly onChange: () => void;
}

/** The access token: what it is for, whose it is, and what can be done with it. */
export function TokenSection({ facts, formats, onChange }: TokenSectionProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  const [message, setMessage] = useState<string>();

  function changed(done: string) {
    setMessage(done);
    setIsReplacing(false);
    onChange();
  }

  return (
    <Stack space="space.200">
      <Stack space="space.100">
        <Text>{texts.about}</Text>
        <Text>{texts.without}</Text>
        <Text>{texts.whoseRights}</Text>
      </Stack>
      {facts.token ? (
        <TokenFactLines token={facts.token} now={facts.now} formats={formats} />
      ) : (
        <Text>{texts.none}</Text>
      )}
      {message !== undefined && <ValidMessage>{message}</ValidMessage>}
      {facts.token && !isReplacing && (
        <TokenActions
          onReplace={() => {
            setMessage(undefined);
            setIsReplacing(true);
          }}
          onRemoved={() => changed(texts.removed)}
        />
      )}
      {(!facts.token || isReplacing) && (
        <TokenForm
          onSaved={() => changed(texts.saved)}
          onCancel={facts.token ? () => setIsReplacing(false) : undefined}
        />
      )}
    </Stack>
  );
}

interface TokenFactLinesProps {
  readonly token: AdminTokenFacts;
  readonly now: number;
  readonly formats: PageFormats;
}

function TokenFactLines({ token, now, formats }: TokenFactLinesProps) {
  const { name, ownerName, ownerEmail, lastFour, setAt } = token;
  return (
    <Stack space="space.050">
      <FactLine label={texts.owner} value={texts.ownerIs(ownerName, ownerEmail)} />
      <FactLine label={texts.token} value={texts.tokenIs(name, lastFour)} />
      <FactLine label={texts.validity} value={validityOf(token, now, formats)} />
      <FactLine
        label={texts.setAt}
        value={texts.until(formats.moment(setAt), formats.distance(setAt - now))}
      />
    </Stack>
  );
}

function validityOf({ expiresAt }: AdminTokenFacts, now: number, formats: PageFormats): string {
  if (expiresAt === null) return texts.forever;
  const moment = formats.moment(expiresAt);
  if (expiresAt <= now) return texts.ended(moment);
  return texts.until(moment, formats.distance(expiresAt - now));
}

interface TokenActionsProps {
  readonly onReplace: () => void;
  readonly onRemoved: () => void;
}

function TokenActions({ onReplace, onRemoved }: TokenActionsProps) {
  const test = useAction();
  const [testedAs, setTestedAs] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);

  async function askService() {
    setTestedAs(undefined);
    const tested = await test.run(() => callResolver(testToken, {}));
    setTestedAs(tested?.ownerName);
  }

  return (
    <Stack space="space.100" alignInline="start">
      <ButtonGroup>
        <LoadingButton isLoading={test.isRunning} onClick={() => void askService()}>
          {texts.test}
        </LoadingButton>
        <Button onClick={onReplace}>{texts.replace}</Button>
        <Button appearance="subtle" onClick={() => setIsRemoving(true)}>
          {texts.remove}
        </Button>
      </ButtonGroup>
      {testedAs !== undefined && <ValidMessage>{texts.works(testedAs)}</ValidMessage>}
      {test.trouble && <ActionTrouble trouble={test.trouble} />}
      <ModalTransition>
        {isRemoving && <RemovalDialog onClose={() => setIsRemoving(false)} onRemoved={onRemoved} />}
      </ModalTransition>
    </Stack>
  );
}

interface RemovalDialogProps {
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemovalDialog({ onClose, onRemoved }: RemovalDialogProps) {
  const removal = useAction();

  async function remove() {
    const done = await removal.run(() => callResolver(removeToken, {}));
    if (!done) return;
    onClose();
    onRemoved();
  }

  return (
    <Modal title={texts.removeTitle} onClose={onClose}>
      <ModalBody>
        <Stack space="space.100">
          <Text>{texts.removeAbout}</Text>
          {removal.trouble && <ActionTrouble trouble={removal.trouble} />}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Inline space="space.100">
          <Button appearance="subtle" onClick={onClose}>
            {texts.cancel}
          </Button>
          <LoadingButton
            appearance="danger"
            isLoading={removal.isRunning}
            onClick={() => void remove()}
          >
            {texts.remove}
          </LoadingButton>
        </Inline>
      </ModalFooter>
    </Modal>
  );
}
