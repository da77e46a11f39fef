import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { assistantChatPath, chatRequest } from '../../../api/assistant';
import type { ChatEvent } from '../../../api/assistant';
import { answerChat } from './answer-chat';
import type { AssistantDependencies } from './answer-chat';
import { Refusal } from '../../base/refusals/refusal';
import { checkInput, describeSchemaError } from '../../base/refusals/schema-violations';
import type { Admission } from '../admission';
import { describeFault } from '../../base/monitoring/describe-fault';

/** Answers the assistant's chat as server-sent events, with what the caller may read. */
export function answerAssistantChat(
  api: FastifyInstance,
  admission: Admission,
  dependencies: AssistantDependencies,
): void {
  api.post(assistantChatPath, {
    onRequest: (request) => admission.admitToWorkspace(request),
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
