import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { assistantChatPath, chatRequest } from '../../../api/assistant';
import type { ChatEvent, ChatMessage } from '../../../api/assistant';
import { parseQuery } from '../../../query';
import { describeFault } from '../../base/monitoring/log';
import { Refusal } from '../../base/refusals/refusal';
import { checkInput, describeSchemaError } from '../../base/refusals/schema-violations';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import type { Admission } from '../admission';
import { answerWithModel, runQuery } from './answer-with-model';
import type { SearchDependencies } from './answer-with-model';
import { ModelFailure } from './language-model';
import type { LanguageModel } from './language-model';
import { suggestQueries } from './suggest-queries';

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
        messages: chat.data.messages,
        signal: left.signal,
      });
      const report = (error: unknown) =>
        request.log.error(describeFault(error), 'The assistant failed inside the service.');
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(Readable.from(asServerSentEvents(events, report)));
    },
  });
}

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
  const { view, messages, signal } = chat;
  const line = messages.at(-1)?.content ?? '';
  try {
    if (parseQuery(line).ok || beginsAsQuery(view, line)) {
      yield* answerQuery(dependencies, view, line);
    } else if (dependencies.model !== undefined) {
      yield* answerWithModel({ dependencies, view, model: dependencies.model, messages, signal });
    } else yield* offerQueries(dependencies, view, line);
    yield { kind: 'done' };
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ModelFailure)) throw error;
    const advice = error instanceof ModelFailure ? ' Try again in a moment, or type a query.' : '';
    yield { kind: 'error', message: `${error.message}${advice}` };
  }
}

const beginning = /^(?:not\s+|[\s(]+)*/i;
const operator = /^\s*(?:!?[=~]|<|>|(?:not\s+)?in\s*\()/i;
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
