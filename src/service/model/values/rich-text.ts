import * as z from 'zod';
import { isStorable } from '../../base/refusals/storable-text';

/** Lists in tables in quotes come nowhere near; a document from elsewhere must not exhaust the stack. */
const maximumDepth = 100;

const node = z.object({
  type: z.string(),
  text: z.string().optional(),
  attrs: z.record(z.string(), z.unknown()).nullish(),
  content: z.array(z.unknown()).optional(),
});
type Node = z.infer<typeof node>;

/**
 * What a rich text says, without its form: the text of a TipTap document, one line per paragraph,
 * mentions by their label; any other text as it is. Undefined for a document that is broken.
 */
export function plainTextOf(input: string): string | undefined {
  const document = readJson(input);
  if (!isDocument(document)) return input;
  const pieces: string[] = [];
  if (!collect(document, pieces, maximumDepth)) return undefined;
  const text = pieces.join('').trim();
  return isStorable(text) ? text : undefined;
}

function readJson(input: string): unknown {
  if (!input.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is { type: 'doc' } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';
}

/** Adds the texts of a node and what it holds; false if something in it is no node. */
function collect(value: unknown, pieces: string[], depth: number): boolean {
  const read = node.safeParse(value);
  if (!read.success || depth === 0) return false;
  const { type, text, content = [] } = read.data;
  if (type === 'text') pieces.push(text ?? '');
  if (type === 'hardBreak') pieces.push('\n');
  if (type === 'mention') pieces.push(mentionText(read.data));
  const isWhole = content.every((child) => collect(child, pieces, depth - 1));
  if (!isInline(type) && pieces.at(-1) !== '\n') pieces.push('\n');
  return isWhole;
}

function isInline(type: string): boolean {
  return ['text', 'hardBreak', 'mention', 'emoji'].includes(type);
}

function mentionText({ attrs }: Node): string {
  const { label, id } = attrs ?? {};
  const name = typeof label === 'string' ? label : id;
  return typeof name === 'string' ? `@${name.replace(/^@/, '')}` : '';
}
