import { Button, ErrorMessage, Inline, Link, Lozenge, Spinner, Stack, Text } from '@forge/react';
import { useState } from 'react';
import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import { useConnectAddress } from '../screen/use-app-page';
import type { LatestReply } from '../screen/call-resolver';
import type { AdminField, Facts, Health } from './admin-contract';
import { troubleText } from './admin-parts';
import { findCustomerLoss } from './attention';
import { contextsAddress, customFieldsAddress, fieldScreensAddress } from './jira-screens';
import { Section } from '../screen/section';

const texts = {
  title: 'Set up',
  complete: 'Setup is complete.',
  show: 'Show the steps',
  hide: 'Hide the steps',
  loading: 'Checking the steps of the setup',
  done: 'Done',
  open: 'To do',
  unknown: 'Check it yourself',
  optional: 'Optional',

  account: 'Connect your account',
  accountAbout: 'Configuration screens show what your own account in the service can read.',
  connectedAs: (name: string, email: string) => `You’re connected as ${name} (${email}).`,
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
    'With a token, workspaceObjects() searches get results right away, and the results are refreshed every day.',
  tokenDone: (owner: string) => `${owner}’s token is in place.`,
  tokenToReplace: 'Replace the token, or restore its access.',
  toToken: 'Go to the access token',
};

interface ChecklistProps {
  readonly facts: Facts;
  readonly health: LatestReply<Health>;
  readonly fields: LatestReply<{ fields: AdminField[] }>;
  readonly onGoToToken: () => void;
}

export function Checklist(props: ChecklistProps) {
  const { health, fields } = props;
  const connectPage = useConnectAddress();
  const formats = usePageFormats();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAnswered(health) || !isAnswered(fields)) {
    return <Spinner size="small" label={texts.loading} />;
  }
  const steps = stepsOf(props, connectPage, formats);
  const isComplete = steps.every(({ state }) => state === 'done' || state === 'optional');
  return (
    <Section title={texts.title}>
      {isComplete && (
        <Inline space="space.100" alignBlock="center" shouldWrap>
          <Lozenge appearance="success">{texts.done}</Lozenge>
          <Text>{texts.complete}</Text>
          <Button appearance="subtle" spacing="compact" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.hide : texts.show}
          </Button>
        </Inline>
      )}
      {(isOpen || !isComplete) &&
        steps.map((step, index) => (
          <StepLines key={step.key} number={index + 1} step={step} {...props} />
        ))}
    </Section>
  );
}

function isAnswered({ value, trouble }: LatestReply<unknown>): boolean {
  return value !== undefined || trouble !== undefined;
}

const appearances = {
  done: 'success',
  open: 'inprogress',
  unknown: 'default',
  optional: 'default',
} as const;

interface StepLinesProps {
  readonly number: number;
  readonly step: Step;
  readonly onGoToToken: () => void;
}

function StepLines({ number, step, onGoToToken }: StepLinesProps) {
  const { key, title, state, about, links } = step;
  return (
    <Stack space="space.050" alignInline="start">
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <Text as="strong">
          {number}. {title}
        </Text>
        {state !== 'failed' && <Lozenge appearance={appearances[state]}>{texts[state]}</Lozenge>}
      </Inline>
      {state === 'failed' ? <ErrorMessage>{about}</ErrorMessage> : <Text>{about}</Text>}
      {links.length > 0 && (
        <Inline space="space.200" shouldWrap>
          {links.map(({ text, href }) => (
            <Link key={href} href={href} openNewTab>
              {text}
            </Link>
          ))}
        </Inline>
      )}
      {key === 'token' && (state === 'optional' || state === 'open') && (
        <Button spacing="compact" onClick={onGoToToken}>
          {texts.toToken}
        </Button>
      )}
    </Stack>
  );
}

interface Step {
  readonly key: 'account' | 'field' | 'context' | 'screens' | 'token';
  readonly title: string;
  /** `unknown` where the app can't see it; `failed` where it couldn't be loaded, and `about` says why. */
  readonly state: keyof typeof appearances | 'failed';
  readonly about: string;
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

function stepsOf(
  { facts, health, fields: { value, trouble } }: ChecklistProps,
  connectPage: string | undefined,
  formats: PageFormats,
): Step[] {
  const fields = value?.fields ?? [];
  const fieldSteps = [
    fieldStep(fields),
    contextStep(fields, formats),
    screensStep(fields, formats),
  ];
  return [
    accountStep(health, connectPage),
    ...fieldSteps.map((step) => (trouble ? failedStep(step, troubleText(trouble)) : step)),
    tokenStep(facts, health, value?.fields),
  ];
}

/** Without a token only the service portal is out of work, so the fields decide whether it is optional. */
function tokenStep(
  facts: Facts,
  health: LatestReply<Health>,
  fields: readonly AdminField[] | undefined,
): Step {
  const step = { key: 'token', title: texts.token, links: [] } as const;
  const { token } = facts;
  const loss = findCustomerLoss(facts, health.value?.token, fields);
  if (loss !== undefined) {
    const advice = token ? texts.tokenToReplace : texts.tokenAbout;
    return { ...step, state: 'open', about: `${loss} ${advice}` };
  }
  if (token) return { ...step, state: 'done', about: texts.tokenDone(token.ownerName) };
  return { ...step, state: fields ? 'optional' : 'unknown', about: texts.tokenAbout };
}

function failedStep({ key, title }: Pick<Step, 'key' | 'title'>, about: string): Step {
  return { key, title, state: 'failed', about, links: [] };
}

function accountStep(
  { value, trouble }: LatestReply<Health>,
  connectPage: string | undefined,
): Step {
  const step = { key: 'account', title: texts.account } as const;
  if (trouble) return failedStep(step, troubleText(trouble));
  if (value?.account.kind === 'fails') return failedStep(step, value.account.message);
  if (value?.account.kind === 'works') {
    const { name, email } = value.account;
    return { ...step, state: 'done', about: texts.connectedAs(name, email), links: [] };
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

function namesOf(fields: readonly AdminField[]): string {
  return fields.map(({ name }) => name).join(', ');
}
