import { createParser } from 'eventsource-parser';
import * as z from 'zod';
import { assistantChatPath, chatEvent, chatLimits } from '../../api/assistant';
import type { ChatEvent, ChatMessage } from '../../api/assistant';
import { publicPathPrefix, workspaceHeader } from '../../api/endpoint';
import { createBoundedFetch, reasonIn } from '../bounded-fetch';
import { refusedToken } from '../configuration/configuration';
import type { SourcedToken } from '../configuration/configuration';
import { CommandFailure, interrupted } from '../failure';
import type { Environment } from '../proxy';

export interface AssistantAccess {
  readonly url: URL;
  readonly token: SourcedToken;
  readonly workspaceId: string;
  readonly environment: Environment;
}

const idleTimeoutMs = 120_000;
/** Several times what a person reads; a terminal is slow to show much more. */
const maximumAnswerCharacters = 100_000;
/** What the service takes, with room to spare, and what a language model reads. */
const maximumConversationBytes = 256 * 1024;

/** The latest messages that can be sent at once; the first of them is a question. */
export function latestMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = messages.findIndex(({ role }, index) => {
    const latest = messages.slice(index);
    return (
      role === 'user' &&
      latest.length <= chatLimits.messages &&
      Buffer.byteLength(JSON.stringify(latest)) <= maximumConversationBytes
    );
  });
  return messages.slice(first);
}

/**
 * Sends a conversation, the question last, and yields the answer as it arrives.
 * @throws {CommandFailure} `interrupted` if the signal ends it
 */
export async function* askAssistant(
  access: AssistantAccess,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  try {
    const response = await send(access, messages, AbortSignal.any([signal, idle.signal]));
    let characters = 0;
    for await (const event of readEvents(response)) {
      timer.refresh();
      if (event.kind === 'text') characters += event.text.length;
      if (characters > maximumAnswerCharacters) throw tooLong();
      yield event;
      if (event.kind === 'done' || event.kind === 'error') return;
    }
    throw new Error('The answer has no end.');
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(
      'unavailable',
      `The connection to ${access.url.origin} failed before the answer was complete. Check your connection, then ask again.`,
      { cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(): CommandFailure {
  return new CommandFailure(
    'unavailable',
    'The answer has more than 100,000 characters, so the rest was left out. Ask a narrower question.',
  );
}

async function send(
  access: AssistantAccess,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Response> {
  const { url, token, workspaceId, environment } = access;
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}${publicPathPrefix}`;
  const response = await createBoundedFetch(environment)(`${base}${assistantChatPath}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token.value}`,
      [workspaceHeader]: workspaceId,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ messages }),
    redirect: 'manual',
    signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 200 && type.startsWith('text/event-stream')) return response;
  throw refusal(access, response.status, await response.text());
}

function refusal({ url, token }: AssistantAccess, status: number, text: string): CommandFailure {
  if (status === 401) return refusedToken('The service', token);
  const message = reasonIn(text);
  if (message !== undefined) return new CommandFailure('refused', message);
  return new CommandFailure(
    'unavailable',
    `Something other than the assistant answered at ${url.origin} (status ${status}). Check the address and your network.`,
  );
}

async function* readEvents({ body }: Response): AsyncGenerator<ChatEvent> {
  const events: ChatEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const content = z.record(z.string(), z.unknown()).parse(JSON.parse(data));
      events.push(chatEvent.parse({ ...content, kind: event }));
    },
  });
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next?.value === undefined) return;
      parser.feed(decoder.decode(next.value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
