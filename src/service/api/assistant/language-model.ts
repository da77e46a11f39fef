import { createParser } from 'eventsource-parser';
import * as z from 'zod';

/** An OpenAI-compatible model. */
export interface LanguageModel {
  /** What `/chat/completions` is below: `https://models.example.com/v1`. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls: readonly ToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ModelTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

/** What a model says next: pieces of text as they arrive, then the tools that it asks for. */
export type ModelPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] };

/** The model can't be reached or answers nonsense; the message holds neither its address nor its key. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

const maximumAnswerBytes = 2 * 1024 * 1024;
const timeoutMs = 120_000;

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.object({
        content: z.string().nullish(),
        tool_calls: z
          .array(
            z.object({
              index: z.number().int().min(0).max(20),
              id: z.string().nullish(),
              function: z
                .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                .optional(),
            }),
          )
          .nullish(),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/**
 * Yields what the model says, then the tools that it asks for; none of them where its answer is complete.
 * @throws {ModelFailure} also after a part of the answer
 */
export async function* askModel(
  model: LanguageModel,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  signal: AbortSignal,
): AsyncGenerator<ModelPiece> {
  const calls: PartialCall[] = [];
  let end: string | undefined;
  for await (const data of readEvents(await post(model, { messages, tools }, signal))) {
    if (data === '[DONE]') {
      end ??= 'stop';
      break;
    }
    for (const { delta, finish_reason: reason } of readChunk(data).choices) {
      end = reason ?? end;
      if (typeof delta.content === 'string' && delta.content !== '') {
        yield { kind: 'text', text: delta.content };
      }
      for (const piece of delta.tool_calls ?? []) addTo(calls, piece);
    }
  }
  assertComplete(end);
  const asked = calls.filter((call) => call.name !== '');
  yield {
    kind: 'calls',
    calls: asked.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: given },
    })),
  };
}

interface PartialCall {
  id: string;
  name: string;
  arguments: string;
}

type CallPiece = NonNullable<
  z.infer<typeof chunkSchema>['choices'][number]['delta']['tool_calls']
>[number];

/** A call arrives in pieces: its name with the first, its arguments bit by bit. */
function addTo(calls: PartialCall[], piece: CallPiece): void {
  const call = (calls[piece.index] ??= { id: '', name: '', arguments: '' });
  call.id ||= piece.id ?? '';
  call.name ||= piece.function?.name ?? '';
  call.arguments += piece.function?.arguments ?? '';
}

/** @param end why the model stopped; undefined if its stream ended before it said so */
function assertComplete(end: string | undefined): void {
  if (end === undefined) throw new ModelFailure('The connection to the language model broke off.');
  if (end === 'length') throw new ModelFailure('The answer got too long for the language model.');
  if (end === 'content_filter') throw new ModelFailure('The language model refused to answer.');
}

async function post(model: LanguageModel, content: object, signal: AbortSignal): Promise<Response> {
  // The garbage collector takes an AbortSignal.timeout that only AbortSignal.any knows of, and nothing ends then.
  const late = new AbortController();
  setTimeout(() => late.abort(), timeoutMs).unref();
  try {
    const response = await fetch(`${model.url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${model.key}` },
      body: JSON.stringify({ model: model.model, stream: true, ...content }),
      redirect: 'error',
      signal: AbortSignal.any([signal, late.signal]),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.ok && isStream) return response;
    await response.body?.cancel();
    throw new ModelFailure(
      response.ok
        ? 'Something other than a language model answered.'
        : `The language model answered with status ${response.status}.`,
    );
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure('The language model can’t be reached.');
  }
}

/** The data of each event, in their order. */
async function* readEvents({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  let bytes = 0;
  for await (const chunk of chunksOf(body)) {
    bytes += chunk.length;
    if (bytes > maximumAnswerBytes) throw new ModelFailure('The language model didn’t stop.');
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
}

async function* chunksOf(body: Response['body']): AsyncGenerator<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next?.value === undefined) return;
      yield next.value;
    }
  } catch {
    throw new ModelFailure('The connection to the language model broke off.');
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function readChunk(data: string): z.infer<typeof chunkSchema> {
  try {
    return chunkSchema.parse(JSON.parse(data));
  } catch {
    throw new ModelFailure('The language model’s answer can’t be understood.');
  }
}
