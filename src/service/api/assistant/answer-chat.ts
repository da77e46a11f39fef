import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { assistantChatPath, chatRequest } from '../../../api/assistant';
import type { ChatEvent, ChatMessage } from '../../../api/assistant';
import {
  foldText,
  parseQuery,
  printAttributeName,
  quoteString,
  readingsIn,
  wordsOf,
} from '../../../query';
import { describeFault } from '../../base/monitoring/log';
import { Refusal } from '../../base/refusals/refusal';
import { checkInput, describeSchemaError } from '../../base/refusals/schema-violations';
import type { ReadableType, WorkspaceView } from '../../model/permissions/workspace-view';
import { choicesOf, type StoredAttribute } from '../../model/values/attribute-kinds';
import type { Admission } from '../admission';
import { answerWithModel, runQuery } from './answer-with-model';
import type { SearchDependencies } from './answer-with-model';
import { ModelFailure } from './language-model';
import type { LanguageModel } from './language-model';

/** Answers the assistant's chat as server-sent events, with what the caller may read. */
export function answerAssistantChat(
  api: FastifyInstance,
  admission: Admission,
  dependencies: AssistantDependencies,
): void {
  api.post(assistantChatPath, {
    config: { entrance: { permission: 'read', onlyReads: true } },
    preHandler: (request) => admission.readmit(request),
    handler: (request, reply) => {
      const chat = checkInput(chatRequest, request.body);
      if (!chat.success) throw new Refusal(400, describeSchemaError(chat.error));
      const left = new AbortController();
      reply.raw.on('close', () => left.abort());
      const events = answerChat(dependencies, {
        view: admission.viewOf(request),
        renewView: () => admission.renewView(request),
        messages: chat.data.messages,
        signal: left.signal,
      });
      const report = (error: unknown) =>
        request.log.error(describeFault(error), 'The assistant failed inside the service.');
      return reply
        .headers(eventStreamHeaders)
        .send(Readable.from(asServerSentEvents(events, report)));
    },
  });
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise keep the events until it has a page of them.
  'x-accel-buffering': 'no',
};

/** The answer has begun: a fault can only be one of its events. */
async function* asServerSentEvents(
  events: AsyncGenerator<ChatEvent>,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const event of events) yield inFrame(event);
  } catch (error) {
    report(error);
    yield inFrame({ kind: 'error', message: 'The assistant failed to answer. Try again.' });
  }
}

function inFrame({ kind, ...data }: ChatEvent): string {
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

interface AssistantDependencies extends SearchDependencies {
  /** What answers plain questions; queries are offered where it is absent. */
  readonly model?: LanguageModel;
}

interface Chat {
  readonly view: WorkspaceView;
  /** Reads what the caller may see by now: a model takes its time. @throws Refusal once they may see nothing */
  readonly renewView: () => Promise<WorkspaceView>;
  /** The question last. */
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
}

const shownObjects = 10;

/** The events of an answer; the last one is `done` or `error`. */
async function* answerChat(
  dependencies: AssistantDependencies,
  chat: Chat,
): AsyncGenerator<ChatEvent> {
  const { view, renewView, messages, signal } = chat;
  const line = messages.at(-1)?.content ?? '';
  try {
    if (parseQuery(line).ok || beginsAsQuery(view, line)) {
      yield* answerQuery(dependencies, view, line);
    } else if (dependencies.model !== undefined) {
      const { model } = dependencies;
      yield* answerWithModel({ dependencies, renewView, model, messages, signal });
    } else yield* offerQueries(dependencies, view, line);
    yield { kind: 'done' };
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ModelFailure)) throw error;
    const advice = error instanceof ModelFailure ? ' Try again in a moment, or type a query.' : '';
    yield { kind: 'error', message: `${error.message}${advice}` };
  }
}

const beginning = /^(?:not\s+|[\s(]+)*/i;
const operator = /^\s*(?:!?[=~]|\*=|<|>|(?:not\s+)?in\s*\()/i;
const path = /^(?:"[^"]*"|[\p{L}\p{N}_]+)(?:\.(?:"[^"]*"|[\p{L}\p{N}_]+))*/u;

/** Whether a line is meant as a query, mistakes and all: a name and an operator are the first of it. */
function beginsAsQuery({ types }: WorkspaceView, line: string): boolean {
  const text = line.replace(beginning, '').toLowerCase();
  const names = types.flatMap(({ attributes }) => attributes.map(({ name }) => name.toLowerCase()));
  const first = [...names.filter((name) => text.startsWith(name)), path.exec(text)?.[0] ?? ''];
  return first.some((name) => name !== '' && operator.test(text.slice(name.length)));
}

async function* answerQuery(
  dependencies: AssistantDependencies,
  view: WorkspaceView,
  query: string,
): AsyncGenerator<ChatEvent> {
  yield { kind: 'step', text: 'Searching' };
  yield await runQuery(dependencies, view, query, shownObjects);
}

async function* offerQueries(
  dependencies: AssistantDependencies,
  view: WorkspaceView,
  question: string,
): AsyncGenerator<ChatEvent> {
  const queries = suggestQueries(view, question);
  if (queries.length === 0) {
    yield { kind: 'text', text: describeUnknown(view) };
    return;
  }
  yield {
    kind: 'text',
    text: 'This service has no language model. These queries match your words:',
  };
  for (const query of queries) {
    yield { kind: 'step', text: 'Counting' };
    yield await runQuery(dependencies, view, query, 0);
  }
}

function describeUnknown({ types }: WorkspaceView): string {
  const names = types.map(({ name }) => name).join(', ');
  const known =
    names === ''
      ? 'You can’t read any type in this workspace.'
      : `This workspace has these types: ${names}.`;
  return `I don’t know. Your words don’t match any type, attribute or option. ${known} You can also type a query, such as Label ~ "mac".`;
}

/** More than this, nobody reads. */
const maximumQueries = 5;

/**
 * The queries that fit the words of a question, those that use most of them first: types,
 * attributes, options and states of workflows whose names occur in it. Empty if nothing does.
 */
export function suggestQueries(view: WorkspaceView, question: string): string[] {
  const words = new Set(wordsOf(question).flatMap(spellingsOf));
  const named = view.types.filter(({ name }) => occurs(name, words));
  const types = named.length > 0 ? named : view.types;
  const found = types.flatMap((type) => queriesOfType(type, words, named.includes(type)));
  const ranked = found.toSorted((one, other) => other.rank - one.rank);
  return ranked.slice(0, maximumQueries).map(({ query }) => query);
}

interface Suggestion {
  readonly query: string;
  /** How many names of the question it uses. */
  readonly rank: number;
}

interface Condition {
  readonly text: string;
  /** The options or states that the question names, folded; empty if it names only the attribute. */
  readonly choices: readonly string[];
  readonly rank: number;
}

function queriesOfType(
  type: ReadableType,
  words: ReadonlySet<string>,
  isNamed: boolean,
): Suggestion[] {
  const conditions = type.attributes.flatMap((attribute) => conditionsOf(attribute, words));
  const ofType = `Type = ${quoteString(type.name)}`;
  const base = isNamed ? 1 : 0;
  const together = withoutRepeatedChoices(conditions);
  const withAll = together.length > 1 ? [together] : [];
  const narrowed = [...withAll, ...conditions.map((condition) => [condition])].map((parts) => ({
    query: [ofType, ...parts.map(({ text }) => text)].join(' and '),
    rank: parts.reduce((sum, { rank }) => sum + rank, base),
  }));
  return isNamed ? [...narrowed, { query: ofType, rank: base }] : narrowed;
}

/** Two attributes may have an option of one name: what the question says once limits one of them, the named one first. */
function withoutRepeatedChoices(conditions: readonly Condition[]): Condition[] {
  const taken = new Set<string>();
  return conditions
    .toSorted((one, other) => other.rank - one.rank)
    .filter(({ choices }) => {
      const addsSomething = choices.length === 0 || choices.some((choice) => !taken.has(choice));
      choices.forEach((choice) => taken.add(choice));
      return addsSomething;
    });
}

/** One condition at most: the options that the words name, else that there is a value at all. */
function conditionsOf(attribute: StoredAttribute, words: ReadonlySet<string>): Condition[] {
  const name = printAttributeName(attribute.name);
  const isNamed = occurs(attribute.name, words);
  const choices = choicesOf(attribute).filter((choice) => occurs(choice.name, words));
  const [choice, ...others] = choices.map((chosen) => quoteString(chosen.name));
  if (choice !== undefined) {
    const text =
      others.length === 0
        ? `${name} = ${choice}`
        : `${name} in (${[choice, ...others].join(', ')})`;
    const folded = choices.map((chosen) => wordsOf(chosen.name).join(' '));
    return [{ text, choices: folded, rank: isNamed ? 2 : 1 }];
  }
  return isNamed && !attribute.isLabel
    ? [{ text: `${name} is not empty`, choices: [], rank: 1 }]
    : [];
}

/** Whether every word of a name is among the words, in singular or plural. */
function occurs(name: string, words: ReadonlySet<string>): boolean {
  return readingsIn(foldText(name)).some(
    (reading) =>
      reading.length > 0 &&
      reading.every((word) => spellingsOf(word).some((one) => words.has(one))),
  );
}

/** A word, and what it may be the plural of. */
function spellingsOf(word: string): string[] {
  const endings = [
    [/ies$/, 'y'],
    [/(?<=s|x|z|ch|sh)es$/, ''],
    [/(?<!s)s$/, ''],
  ] as const;
  const singulars = endings.flatMap(([ending, replacement]) =>
    word.length > 3 && ending.test(word) ? [word.replace(ending, replacement)] : [],
  );
  return [word, ...singulars];
}
