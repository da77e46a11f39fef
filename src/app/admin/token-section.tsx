import {
  Button,
  ButtonGroup,
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
import { callResolver } from '../screen/call-resolver';
import { ActionTrouble } from './action-trouble';
import { FactLine } from './fact-line';
import { removeToken, testToken } from './admin-contract';
import type { Facts } from './admin-replies';
import { RemovalButtons } from './removal-buttons';
import { TokenForm } from './token-form';
import { tokenTexts as texts } from './token-texts';
import { useAction } from './use-action';
import type { PageFormats } from '../object-display/use-page-formats';

interface TokenSectionProps {
  readonly facts: Facts;
  readonly formats: PageFormats;
  /** How often the admin was led here from elsewhere on the page: each time the focus follows. */
  readonly visits: number;
  /** The token is another one, or none. */
  readonly onChange: () => void;
  /** The service was asked about it. */
  readonly onTested: () => void;
}

/** The step after which something else is drawn, which the focus then moves to. */
type LastStep = 'saved' | 'savedWithoutRefresh' | 'replacing' | 'cancelled' | 'removed';

/** The access token: what it is for, whose it is, and what can be done with it. */
export function TokenSection({ facts, formats, visits, onChange, onTested }: TokenSectionProps) {
  const [lastStep, setLastStep] = useState<LastStep>();
  const isReplacing = lastStep === 'replacing';
  const hasFocus = visits > 0 || lastStep !== undefined;

  const isSaved = lastStep === 'saved' || lastStep === 'savedWithoutRefresh';

  function change(step: LastStep) {
    setLastStep(step);
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
        !isSaved && <Text>{texts.none}</Text>
      )}
      {isSaved && <ValidMessage>{texts[lastStep]}</ValidMessage>}
      {lastStep === 'removed' && <ValidMessage>{texts.removed}</ValidMessage>}
      {facts.token && !isReplacing && (
        <TokenActions
          key={visits}
          focused={isSaved ? 'test' : hasFocus ? 'replace' : undefined}
          onTested={onTested}
          onReplace={() => setLastStep('replacing')}
          onRemoved={() => change('removed')}
        />
      )}
      {(!facts.token || isReplacing) && (
        // A saved token leaves the page before the facts about it come.
        <TokenForm
          key={isSaved ? 'saved' : 'open'}
          visits={visits}
          serviceOrigin={facts.serviceOrigin}
          hasFocus={hasFocus}
          onSaved={(hasBegun) => change(hasBegun ? 'saved' : 'savedWithoutRefresh')}
          onCancel={facts.token ? () => setLastStep('cancelled') : undefined}
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
  /** The button that has the focus once it is drawn. */
  readonly focused: 'test' | 'replace' | undefined;
  readonly onTested: () => void;
  readonly onReplace: () => void;
  readonly onRemoved: () => void;
}

function TokenActions({ focused, onTested, onReplace, onRemoved }: TokenActionsProps) {
  const test = useAction();
  const [testedAs, setTestedAs] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);

  async function askService() {
    setTestedAs(undefined);
    const tested = await test.run(() => callResolver(testToken, {}));
    setTestedAs(tested?.ownerName);
    onTested();
  }

  return (
    <Stack space="space.100" alignInline="start">
      <ButtonGroup>
        <LoadingButton
          isLoading={test.isRunning}
          autoFocus={focused === 'test'}
          onClick={() => void askService()}
        >
          {texts.test}
        </LoadingButton>
        <Button autoFocus={focused === 'replace'} onClick={onReplace}>
          {texts.replace}
        </Button>
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
        <RemovalButtons
          cancelText={texts.cancel}
          removeText={texts.remove}
          isRunning={removal.isRunning}
          onCancel={onClose}
          onRemove={() => void remove()}
        />
      </ModalFooter>
    </Modal>
  );
}
