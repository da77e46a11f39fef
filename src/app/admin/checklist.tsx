import {
  Button,
  Heading,
  Inline,
  Link,
  LoadingButton,
  Lozenge,
  Spinner,
  Stack,
  Text,
} from '@forge/react';
import { useState } from 'react';
import type { Connection } from '../connect/connect-contract';
import type { PageFormats } from '../object-display/formats';
import type { Trouble } from '../replies/reply';
import { useAppPage } from '../screen/use-app-page';
import type { LatestReply } from '../screen/use-reply';
import type { AdminField, Facts } from './admin-contract';
import { ActionTrouble, unreadableIn, type TokenTest } from './admin-parts';
import { contextsAddress, customFieldsAddress, fieldScreensAddress } from './jira-screens';
import { tokenStateOf } from './token-state';

const texts = {
  title: 'Set up',
  complete: 'Setup is complete: account, field, configuration, screens and token are in place.',
  show: 'Show the steps',
  hide: 'Hide the steps',
  checkAgain: 'Check again',
  loading: 'Checking this step',
  done: 'Done',
  open: 'To do',
  unknown: 'Check it yourself',

  account: 'Connect your account',
  accountAbout: 'Configuration screens show what your own account in the service can read.',
  connectedAs: (name: string, email: string) => `You are connected as ${name} (${email}).`,
  connect: 'Connect your account',

  field: 'Create a field',
  fieldAbout:
    'In Jira’s custom fields, create a field of the type “Workspace object” or “Workspace cascade”.',
  fieldNames: (names: string) => `Fields: ${names}.`,
  toFields: 'Open custom fields',

  context: 'Configure its context',
  contextAbout: 'Choose the workspace, type and query in the list of the field’s contexts.',
  contextLater: 'Available once you create a field.',
  contextsMissing: (names: string) => `Not configured yet: ${names}.`,
  partlyConfigured: (name: string, configured: string, all: string) =>
    `${name} (${configured} of ${all} contexts)`,
  contextsDone: (names: string) => `Configured: ${names}.`,
  toContexts: (name: string) => `Open the contexts of ${name}`,

  screens: 'Add it to screens',
  screensAbout:
    'The app can’t see screens. Add the field to the screens where people need it. This step counts as done once a work item has a value.',
  screensDone: (names: string) => `In use: ${names}.`,
  usedBy: (name: string, count: string, isOne: boolean) =>
    isOne ? `${name} on about 1 work item` : `${name} on about ${count} work items`,
  toScreens: (name: string) => `Choose the screens of ${name}`,

  token: 'Save an access token',
  tokenAbout:
    'Optional. With a token, workspaceObjects() searches get results right away, and the results are refreshed every day.',
  tokenDone: (owner: string) => `${owner}’s token is in place.`,
  tokenExpired: 'The token has expired. Replace it.',
  tokenUnreadable: (names: string) =>
    `The token can’t read the workspace or type of: ${names}. Give its owner access in the service, or replace it.`,
  tokenRefused: 'The service doesn’t accept the token: it expired or was revoked. Replace it.',
  toToken: 'Go to the access token',
};

interface ChecklistProps {
  readonly sources: StepSources;
  readonly formats: PageFormats;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  readonly onGoToToken: () => void;
}

/** The steps of the setup; one line once all are done. */
export function Checklist(props: ChecklistProps) {
  const { sources, formats } = props;
  const connectPage = useAppPage('connect');
  const [isOpen, setIsOpen] = useState(false);
  const steps = stepsOf(sources, connectPage, formats);
  if (!isComplete(steps)) return <Steps {...props} steps={steps} />;
  return (
    <Stack space="space.100">
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <Lozenge appearance="success">{texts.done}</Lozenge>
        <Text>{texts.complete}</Text>
        <Button appearance="subtle" spacing="compact" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hide : texts.show}
        </Button>
      </Inline>
      {isOpen && <Steps {...props} steps={steps} />}
    </Stack>
  );
}

type StepsProps = ChecklistProps & { readonly steps: readonly ListedStep[] };

function Steps({ steps, isChecking, onCheck, onGoToToken }: StepsProps) {
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.title}
      </Heading>
      {steps.map((step, index) => (
        <Stack key={step.key} space="space.050">
          <Inline space="space.100" alignBlock="center" shouldWrap>
            <Text as="strong">
              {index + 1}. {step.title}
            </Text>
            {'state' in step && <StateLozenge state={step.state} />}
          </Inline>
          {'state' in step ? (
            <StepAbout step={step} onGoToToken={onGoToToken} />
          ) : (
            <Unknown step={step} />
          )}
        </Stack>
      ))}
      <Inline>
        <LoadingButton spacing="compact" isLoading={isChecking} onClick={onCheck}>
          {texts.checkAgain}
        </LoadingButton>
      </Inline>
    </Stack>
  );
}

function Unknown({ step }: { step: Exclude<ListedStep, Step> }) {
  if (step.trouble) return <ActionTrouble trouble={step.trouble} />;
  return <Spinner size="small" label={texts.loading} />;
}

const appearances = { done: 'success', open: 'inprogress', unknown: 'default' } as const;

function StateLozenge({ state }: Pick<Step, 'state'>) {
  return <Lozenge appearance={appearances[state]}>{texts[state]}</Lozenge>;
}

interface StepAboutProps {
  readonly step: Step;
  readonly onGoToToken: () => void;
}

function StepAbout({ step, onGoToToken }: StepAboutProps) {
  return (
    <>
      <Text>{step.about}</Text>
      <Inline space="space.200" shouldWrap>
        {step.links.map(({ text, href }) => (
          <Link key={href} href={href} openNewTab>
            {text}
          </Link>
        ))}
      </Inline>
      {step.key === 'token' && step.state !== 'done' && (
        <Inline>
          <Button spacing="compact" onClick={onGoToToken}>
            {texts.toToken}
          </Button>
        </Inline>
      )}
    </>
  );
}

interface Step {
  readonly key: 'account' | 'field' | 'context' | 'screens' | 'token';
  readonly title: string;
  /** `unknown` where the app can't see it. */
  readonly state: 'done' | 'open' | 'unknown';
  readonly about: string;
  /** Where in Jira it is done. */
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** A step whose state is still loading, or couldn't be loaded. */
type UnknownStep = Pick<Step, 'key' | 'title'> & { readonly trouble: Trouble | undefined };
type ListedStep = Step | UnknownStep;

interface StepSources {
  readonly connection: LatestReply<Connection>;
  readonly fields: LatestReply<{ fields: AdminField[] }>;
  readonly tokenTest: TokenTest;
  readonly facts: Facts;
}

function stepsOf(
  sources: StepSources,
  connectPage: string | undefined,
  formats: PageFormats,
): ListedStep[] {
  const { connection, fields, tokenTest, facts } = sources;
  const listed = fields.value?.fields;
  const unlisted = (key: Step['key']) => ({ key, title: texts[key], trouble: fields.trouble });
  return [
    accountStep(connection, connectPage),
    listed ? fieldStep(listed) : unlisted('field'),
    listed ? contextStep(listed, formats) : unlisted('context'),
    listed ? screensStep(listed, formats) : unlisted('screens'),
    tokenStep(facts, tokenTest),
  ];
}

function isComplete(steps: readonly ListedStep[]): boolean {
  return steps.every((step) => 'state' in step && step.state === 'done');
}

function accountStep(
  { value: connection, trouble }: LatestReply<Connection>,
  connectPage: string | undefined,
): ListedStep {
  const step = { key: 'account', title: texts.account } as const;
  if (!connection) return { ...step, trouble };
  if (connection.isConnected) {
    const about = texts.connectedAs(connection.name, connection.email);
    return { ...step, state: 'done', about, links: [] };
  }
  const links = connectPage === undefined ? [] : [{ text: texts.connect, href: connectPage }];
  return { ...step, state: 'open', about: texts.accountAbout, links };
}

function fieldStep(fields: readonly AdminField[]): Step {
  return {
    key: 'field',
    title: texts.field,
    state: fields.length > 0 ? 'done' : 'open',
    about: fields.length > 0 ? texts.fieldNames(namesOf(fields)) : texts.fieldAbout,
    links: [{ text: texts.toFields, href: customFieldsAddress }],
  };
}

function contextStep(fields: readonly AdminField[], { number }: PageFormats): Step {
  const step = { key: 'context', title: texts.context } as const;
  if (fields.length === 0) return { ...step, state: 'open', about: texts.contextLater, links: [] };
  const links = fields
    .filter(({ configuredCount, contextCount }) => configuredCount < contextCount)
    .map(({ fieldId, name }) => ({ text: texts.toContexts(name), href: contextsAddress(fieldId) }));
  const missing = fields.filter(({ configuredCount }) => configuredCount === 0);
  if (missing.length > 0) {
    const about = `${texts.contextAbout} ${texts.contextsMissing(namesOf(missing))}`;
    return { ...step, state: 'open', about, links };
  }
  const names = fields.map(({ name, configuredCount, contextCount }) =>
    configuredCount < contextCount
      ? texts.partlyConfigured(name, number(configuredCount), number(contextCount))
      : name,
  );
  return { ...step, state: 'done', about: texts.contextsDone(names.join(', ')), links };
}

/** The app can't see screens, but a field that has values must be on one. */
function screensStep(fields: readonly AdminField[], formats: PageFormats): Step {
  const used = fields.filter(({ issueCount }) => issueCount > 0);
  const step = { key: 'screens', title: texts.screens } as const;
  if (used.length > 0) {
    const uses = used.map(({ name, issueCount }) =>
      texts.usedBy(name, formats.number(issueCount), issueCount === 1),
    );
    return { ...step, state: 'done', about: texts.screensDone(uses.join(', ')), links: [] };
  }
  const links = fields.map(({ fieldId, name }) => ({
    text: texts.toScreens(name),
    href: fieldScreensAddress(fieldId),
  }));
  const about = fields.length > 0 ? texts.screensAbout : texts.contextLater;
  return { ...step, state: fields.length > 0 ? 'unknown' : 'open', about, links };
}

function tokenStep({ token, isTokenRefused, now }: Facts, test: TokenTest): ListedStep {
  const step = { key: 'token', title: texts.token, links: [] } as const;
  const { kind } = tokenStateOf(token, now);
  if (!token || kind === 'missing') return { ...step, state: 'open', about: texts.tokenAbout };
  if (kind === 'expired') return { ...step, state: 'open', about: texts.tokenExpired };
  if (isTokenRefused) return { ...step, state: 'open', about: texts.tokenRefused };
  if (!test.value) return { ...step, trouble: test.trouble };
  const unreadable = unreadableIn(test);
  if (unreadable.length > 0) {
    return { ...step, state: 'open', about: texts.tokenUnreadable(unreadable.join(', ')) };
  }
  return { ...step, state: 'done', about: texts.tokenDone(token.ownerName) };
}

function namesOf(fields: readonly AdminField[]): string {
  return fields.map(({ name }) => name).join(', ');
}
