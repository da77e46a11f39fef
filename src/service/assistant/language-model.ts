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

const longestAnswerBytes = 2 * 1024 * 1024;
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
    }),
  ),
});

/** @throws {ModelFailure} */
export async function* askModel(
  model: LanguageModel,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[],
  signal: AbortSignal,
): AsyncGenerator<ModelPiece> {
  const calls: { id: string; name: string; arguments: string }[] = [];
  for await (const data of readEvents(await post(model, { messages, tools }, signal))) {
    if (data === '[DONE]') break;
    for (const { delta } of readChunk(data).choices) {
      if (typeof delta.content === 'string' && delta.content !== '') {
        yield { kind: 'text', text: delta.content };
      }
      for (const piece of delta.tool_calls ?? []) {
        const call = (calls[piece.index] ??= { id: '', name: '', arguments: '' });
        call.id += piece.id ?? '';
        call.name += piece.function?.name ?? '';
        call.arguments += piece.function?.arguments ?? '';
      }
    }
  }
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

async function post(model: LanguageModel, content: object, signal: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(`${model.url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${model.key}` },
      body: JSON.stringify({ model: model.model, stream: true, ...content }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.ok) return response;
    throw new ModelFailure(`The language model answered with status ${response.status}.`);
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure("The language model can't be reached.");
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
    if (bytes > longestAnswerBytes) throw new ModelFailure("The language model doesn't stop.");
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
    throw new ModelFailure('The language model broke off.');
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function readChunk(data: string): z.infer<typeof chunkSchema> {
  try {
    return chunkSchema.parse(JSON.parse(data));
  } catch {
    throw new ModelFailure("The language model's answer can't be understood.");
  }
}
