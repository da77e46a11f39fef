import type { Trouble } from '../replies/reply';
import type { LatestReply } from '../screen/use-reply';
import type { Connection } from '../connect/connect-contract';
import { checklistTexts as texts } from './checklist-texts';
import { contextsAddress, customFieldsAddress, fieldScreensAddress } from './jira-screens';
import type { AdminField, Facts } from './admin-replies';
import { tokenStateOf } from './token-state';
import { unreadableIn, type TokenTest } from './use-token-test';
import type { PageFormats } from '../object-display/use-page-formats';

/** One thing to set up. */
export interface Step {
  readonly key: 'account' | 'field' | 'context' | 'screens' | 'token';
  readonly title: string;
  /** `unknown`: the app can't see it. */
  readonly state: 'done' | 'open' | 'unknown';
  readonly about: string;
  /** Where in Jira it is done. */
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** A step whose state is still being asked for, or could not be. */
export type UnknownStep = Pick<Step, 'key' | 'title'> & { readonly trouble: Trouble | undefined };
export type ListedStep = Step | UnknownStep;

export interface StepSources {
  readonly connection: LatestReply<Connection>;
  readonly fields: LatestReply<{ fields: AdminField[] }>;
  readonly tokenTest: TokenTest;
  readonly facts: Facts;
}

/** The steps in their order. */
export function stepsOf(
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

export function isComplete(steps: readonly ListedStep[]): boolean {
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

/** That a field has values is the only sign of screens that the app can see. */
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
  if (kind === 'ended') return { ...step, state: 'open', about: texts.tokenEnded };
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
