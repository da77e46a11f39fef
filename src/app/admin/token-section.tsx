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
  Box,
  ErrorMessage,
  Form,
  Heading,
  Inline,
  Link,
  SectionMessage,
  Textfield,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import { usePageFormats } from '../object-display/use-page-formats';
import type { AdminTokenFacts } from '../access/admin-token-facts';
import { LabelledField } from '../field-configuration/labelled-field';
import { tokenProblem } from '../replies/reply';
import { callResolver, useAction, type LatestReply } from '../screen/call-resolver';
import {
  removeToken,
  type AdminField,
  type Facts,
  type Health,
  maximumTokenLength,
  saveToken,
  type SavedToken,
} from './admin-contract';
import { ActionTrouble, FactLine, RemovalButtons, troubleText } from './admin-parts';
import {
  findLossOfUnreadable,
  findLossWithoutToken,
  findTokenAttention,
  findTokenFault,
  unreadableText,
} from './attention';
import { expiryText } from './token-state';
import { Section } from '../screen/section';

const texts = {
  aboutTitle: 'What the token is for',
  about:
    'The app uses this token to run the queries in workspaceObjects() searches: when someone searches, once a day, and when you choose Refresh.',
  without:
    'Without a token, a new query waits for one, or for someone to run it with their own account if you allow that. Results then expire after 7 days. Fields and their configuration work without a token, except on the service portal.',
  whoseRights:
    'Searches find what the token’s owner can read, no matter who searches. Choose an owner who can read what people search for, but nothing that people shouldn’t be able to infer.',

  none: 'No token saved',
  label: 'Service access token',
  help: 'Create it in the service, under Access tokens, and choose “Only read”. It’s stored encrypted and never shown again.',
  toService: 'Create a token in the service',
  save: 'Save token',
  notSaved: 'This token isn’t saved yet',
  wouldLose: 'If you save it, the next refresh removes the stored results that need these fields.',
  blockedIn: (workspaces: string) =>
    `An administrator has blocked it in: ${workspaces}. Ask an administrator of the workspace to unblock it.`,
  saveAnyway: 'Save it anyway',
  empty: 'Paste a token first.',
  saved:
    'Saved. The service accepts this token. A refresh of all stored results has started. Search again with queries that never had a result.',
  savedWithoutRefresh:
    'Saved. The service accepts this token, but the refresh couldn’t start. Choose Refresh all under Searches.',
  cancel: 'Cancel',

  owner: 'Owner',
  ownerIs: (name: string, email: string) => `${name} (${email})`,
  token: 'Token',
  tokenIs: (name: string, lastFour: string) => `“${name}”, ends in …${lastFour}`,
  access: 'Access',
  accessNames: { read: 'Read only', write: 'Read and write' },
  tooMuch: 'The access token can change objects',
  tooMuchAbout:
    'A read-only token is enough. Create one in the service, choose Replace, then revoke this one.',
  validity: 'Expires',
  setAt: 'Saved',

  test: 'Test',
  works: (name: string) => `The token works. It belongs to ${name}.`,
  replace: 'Replace',
  remove: 'Remove',
  removeTitle: 'Remove the access token?',
  removeAbout:
    'Without it, nothing refreshes stored results, so they expire after 7 days. A new query waits for a token, or for someone to run it with their own account if you allow that.',
  removed: 'Removed. Revoke the token in the service if nothing else uses it.',
};

interface TokenSectionProps {
  readonly facts: Facts;
  /** How often a button elsewhere on the page led here; the focus follows each time. */
  readonly visits: number;
  readonly health: LatestReply<Health>;
  /** Undefined while they are loaded. */
  readonly fields: readonly AdminField[] | undefined;
  readonly onChange: () => void;
}

/** The last step. What it draws takes the focus. */
type LastStep = 'saved' | 'savedWithoutRefresh' | 'replacing' | 'cancelled' | 'removed';

export function TokenSection({ facts, visits, health, fields, onChange }: TokenSectionProps) {
  const [lastStep, setLastStep] = useState<LastStep>();
  const isReplacing = lastStep === 'replacing';
  const hasFocus = visits > 0 || lastStep !== undefined;

  const isSaved = lastStep === 'saved' || lastStep === 'savedWithoutRefresh';

  function change(step: LastStep) {
    setLastStep(step);
    onChange();
  }

  return (
    <Stack space="space.300">
      <Stack space="space.200">
        {facts.token ? (
          <TokenFactLines facts={facts} token={facts.token} health={health} fields={fields} />
        ) : (
          !isSaved && (
            <>
              <Heading as="h2" size="small">
                {texts.none}
              </Heading>
              <TokenNotice facts={facts} health={health} fields={fields} />
            </>
          )
        )}
        {isSaved && <ValidMessage>{texts[lastStep]}</ValidMessage>}
        {lastStep === 'removed' && <ValidMessage>{texts.removed}</ValidMessage>}
        {facts.token && !isReplacing && (
          <TokenActions
            key={visits}
            focused={isSaved ? 'test' : hasFocus ? 'replace' : undefined}
            facts={facts}
            health={health}
            fields={fields}
            onReplace={() => setLastStep('replacing')}
            onRemoved={() => change('removed')}
          />
        )}
        {(!facts.token || isReplacing) && (
          // Another key clears a saved token from the page at once.
          <TokenForm
            key={isSaved ? 'saved' : 'open'}
            visits={visits}
            serviceOrigin={facts.serviceOrigin}
            fields={fields}
            hasFocus={hasFocus}
            onSaved={(hasBegun) => change(hasBegun ? 'saved' : 'savedWithoutRefresh')}
            onCancel={facts.token ? () => setLastStep('cancelled') : undefined}
          />
        )}
      </Stack>
      <Section title={texts.aboutTitle}>
        <Text>{texts.about}</Text>
        <Text>{texts.whoseRights}</Text>
        <Text>{texts.without}</Text>
      </Section>
    </Stack>
  );
}

type Known = Pick<TokenSectionProps, 'facts' | 'health' | 'fields'>;

/** What an admin has to do about the token, or about none; nothing where that is nothing. */
function TokenNotice({ facts, health, fields }: Known) {
  const formats = usePageFormats();
  const attention = findTokenAttention(facts, health.value?.token, fields, formats);
  return attention ? (
    <SectionMessage appearance={attention.tone} title={attention.title}>
      <Text>{attention.about}</Text>
    </SectionMessage>
  ) : null;
}

interface TokenFactLinesProps extends Known {
  readonly token: AdminTokenFacts;
}

function TokenFactLines({ token, ...known }: TokenFactLinesProps) {
  const formats = usePageFormats();
  const { facts } = known;
  const { name, ownerName, ownerEmail, lastFour, access, setAt } = token;
  return (
    <Stack space="space.200">
      <TokenNotice {...known} />
      {access === 'write' && (
        <SectionMessage appearance="warning" title={texts.tooMuch}>
          <Text>{texts.tooMuchAbout}</Text>
        </SectionMessage>
      )}
      <Stack space="space.050">
        <FactLine label={texts.token} value={texts.tokenIs(name, lastFour)} />
        <FactLine label={texts.owner} value={texts.ownerIs(ownerName, ownerEmail)} />
        {access && <FactLine label={texts.access} value={texts.accessNames[access]} />}
        <FactLine label={texts.validity} value={expiryText(token, facts.now, formats)} />
        <FactLine
          label={texts.setAt}
          value={`${formats.moment(setAt)} (${formats.distance(setAt - facts.now)})`}
        />
      </Stack>
    </Stack>
  );
}

interface TokenActionsProps extends Known {
  /** The button that takes the focus as it is drawn. */
  readonly focused: 'test' | 'replace' | undefined;
  readonly onReplace: () => void;
  readonly onRemoved: () => void;
}

function TokenActions({ focused, onReplace, onRemoved, ...known }: TokenActionsProps) {
  const { health, fields } = known;
  const [isTested, setIsTested] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);

  function test() {
    setIsTested(true);
    health.reload();
  }

  return (
    <Stack space="space.100" alignInline="start">
      <ButtonGroup>
        <LoadingButton
          isLoading={isTested && health.isLoading}
          autoFocus={focused === 'test'}
          onClick={test}
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
      {isTested && !health.isLoading && <TestResult {...known} />}
      <ModalTransition>
        {isRemoving && (
          <RemovalDialog
            customerLoss={findLossWithoutToken(fields)}
            onClose={() => setIsRemoving(false)}
            onRemoved={onRemoved}
          />
        )}
      </ModalTransition>
    </Stack>
  );
}

/** What the service said of the token; what to do about it stands above. */
function TestResult({ facts, health, fields }: Known) {
  const { value, trouble } = health;
  if (trouble) return <ErrorMessage>{troubleText(trouble)}</ErrorMessage>;
  if (value?.token.kind === 'fails') return <ErrorMessage>{value.token.message}</ErrorMessage>;
  const fault = findTokenFault(facts, value?.token, fields);
  if (fault) return <ErrorMessage>{`${fault.title}.`}</ErrorMessage>;
  return value?.token.kind === 'works' ? (
    <ValidMessage>{texts.works(value.token.ownerName)}</ValidMessage>
  ) : null;
}

interface RemovalDialogProps {
  /** What customers can't do then. */
  readonly customerLoss: string | undefined;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemovalDialog({ customerLoss, onClose, onRemoved }: RemovalDialogProps) {
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
          {customerLoss !== undefined && <Text>{customerLoss}</Text>}
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

const wide = xcss({ width: '400px', maxWidth: '100%' });

interface TokenFormProps {
  /** Another number draws the field anew, so that it takes the focus; the typed text stays. */
  readonly visits: number;
  /** Undefined where the deployment doesn't say. */
  readonly serviceOrigin: string | undefined;
  readonly fields: TokenSectionProps['fields'];
  readonly hasFocus: boolean;
  readonly onSaved: (hasRefreshBegun: boolean) => void;
  /** Undefined where no token is saved to go back to. */
  readonly onCancel: (() => void) | undefined;
}

type Doubt = Extract<SavedToken, { isSaved: false }> & { readonly token: string };

/** The typed text stays until the service accepts it. */
function TokenForm({ visits, fields, onSaved, onCancel, ...shown }: TokenFormProps) {
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const [doubt, setDoubt] = useState<Doubt>();
  const action = useAction();
  const typed = token.trim();

  const insist = () => void save(true);
  async function save(isInsistedOn: boolean) {
    setIsEmpty(typed === '');
    if (typed === '' || action.isRunning) return;
    const saved = await action.run(async () =>
      typed.length > maximumTokenLength
        ? tokenProblem('TOKEN_UNUSABLE')
        : callResolver(saveToken, { token: typed, isInsistedOn }),
    );
    if (saved?.isSaved) onSaved(saved.hasRefreshBegun);
    else setDoubt(saved && { ...saved, token: typed });
  }

  return (
    <Form onSubmit={() => void save(false)}>
      <Stack space="space.100" alignInline="start">
        <Box xcss={wide}>
          <LabelledField
            id="token"
            label={texts.label}
            help={texts.help}
            error={isEmpty ? texts.empty : action.trouble && troubleText(action.trouble)}
          >
            <Textfield
              key={visits}
              id="token"
              testId="token"
              type="password"
              isInvalid={isEmpty || action.trouble !== undefined}
              autoFocus={shown.hasFocus}
              defaultValue={token}
              onChange={({ target }) => {
                setToken(String(target.value ?? ''));
                setIsEmpty(false);
                action.forget();
              }}
            />
          </LabelledField>
        </Box>
        {shown.serviceOrigin !== undefined && (
          <Link href={`${shown.serviceOrigin}/account/tokens`} openNewTab>
            {texts.toService}
          </Link>
        )}
        {doubt?.token === typed && (
          <DoubtNotice {...{ doubt, fields, isSaving: action.isRunning }} onInsist={insist} />
        )}
        <FormButtons isSaving={action.isRunning} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

interface DoubtNoticeProps {
  readonly doubt: Doubt;
  readonly fields: TokenSectionProps['fields'];
  readonly isSaving: boolean;
  readonly onInsist: () => void;
}

function DoubtNotice({ doubt, fields, isSaving, onInsist }: DoubtNoticeProps) {
  const customerLoss = findLossOfUnreadable(doubt.unreadableFields, fields);
  return (
    <SectionMessage appearance="warning" title={texts.notSaved}>
      {doubt.blockedIn.length > 0 && <Text>{texts.blockedIn(doubt.blockedIn.join(', '))}</Text>}
      <Text>{unreadableText(doubt.unreadableFields)}</Text>
      <Text>{[texts.wouldLose, customerLoss].filter(Boolean).join(' ')}</Text>
      <Inline>
        <LoadingButton isLoading={isSaving} onClick={onInsist}>
          {texts.saveAnyway}
        </LoadingButton>
      </Inline>
    </SectionMessage>
  );
}

interface FormButtonsProps {
  readonly isSaving: boolean;
  readonly onCancel: TokenFormProps['onCancel'];
}

function FormButtons({ isSaving, onCancel }: FormButtonsProps) {
  return (
    <ButtonGroup>
      <LoadingButton appearance="primary" type="submit" isLoading={isSaving}>
        {texts.save}
      </LoadingButton>
      {onCancel && (
        <Button appearance="subtle" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </ButtonGroup>
  );
}
