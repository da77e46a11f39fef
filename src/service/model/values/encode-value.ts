import * as z from 'zod';
import { emailAddress } from '../../../api/email-schema';
import { storedId, isStorable } from '../../base/refusals/storable-inputs';
import type { StoredAttribute } from './attribute-kinds';
import { foldName } from './folded-name';
import { searchedText } from './searchable-text';
import { parseInstant, startOfDay } from './time';

/** One value as the database keeps it; columns that do not concern its kind are absent. */
export interface EncodedValue {
  /** What the API shows. */
  readonly value: string;
  readonly number?: string;
  /** ISO 8601, UTC */
  readonly moment?: string;
  readonly referenceId?: string;
  readonly userId?: string;
  readonly contentKey?: string;
  /** Whom a text mentions. */
  readonly mentionedIds?: readonly string[];
  /** What a search reads where it is not `value` itself. */
  readonly text?: string;
  readonly key?: string;
  readonly words?: readonly string[];
}

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);
const integer = /^-?\d{1,18}$/;
const decimal = /^-?\d{1,18}(\.\d{1,12})?$/;

/** How long a value may be; documents take several characters for each that they show. */
export function maximumLengthOf({ kind }: StoredAttribute): number {
  return kind.valueKind === 'richText' ? 131_072 : 32_768;
}

/**
 * Returns the value as it is kept, or undefined if it is no value of the attribute's type.
 * Whether a referred object, user or file exists, or a mentioned person, is not looked at here.
 * @see docs/service-api.md, "Objects"
 */
export function encodeValue(attribute: StoredAttribute, input: string): EncodedValue | undefined {
  if (!isStorable(input)) return undefined;
  switch (attribute.kind.valueKind) {
    case 'text':
      return encodeText(attribute.kind.code, input);
    case 'number':
      return encodeNumber(attribute.kind.code === 'INTEGER' ? integer : decimal, input.trim());
    case 'boolean':
      return encodeBoolean(input.trim().toLowerCase());
    case 'date':
      return encodeDate(input.trim());
    case 'datetime':
      return encodeInstant(input.trim());
    case 'option':
      return encodeOption(attribute, input.trim());
    case 'reference':
      return encodeId(input, (id) => ({ value: id, referenceId: id }));
    case 'user':
      return encodeId(input, (id) => ({ value: id, userId: id }));
    case 'state':
      return encodeState(attribute, input.trim().toLowerCase());
    case 'media':
      return { value: input.trim(), contentKey: input.trim() };
    case 'richText':
      return encodeRichText(input);
    case 'created':
    case 'updated':
      return undefined;
  }
}

function encodeText(code: string, input: string): EncodedValue | undefined {
  if (code === 'EMAIL') return encodeEmail(input);
  const text = code === 'TEXT' ? input : input.trim();
  if (code === 'URL' && !webAddress.safeParse(text).success) return undefined;
  const mentions = code === 'TEXT' && { mentionedIds: mentionedIn(text) };
  return { value: text, ...searchedText(text), ...mentions };
}

function encodeEmail(input: string): EncodedValue | undefined {
  const { data } = emailAddress.safeParse(input);
  return data === undefined ? undefined : { value: data, ...searchedText(data) };
}

function encodeNumber(form: RegExp, input: string): EncodedValue | undefined {
  if (!form.test(input)) return undefined;
  const value = input.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-(?=0(\.0*)?$)/, '');
  return { value, number: value };
}

function encodeBoolean(input: string): EncodedValue | undefined {
  return input === 'true' || input === 'false' ? { value: input } : undefined;
}

function encodeDate(input: string): EncodedValue | undefined {
  const day = startOfDay(input);
  return day && { value: input, moment: day.toISOString() };
}

function encodeInstant(input: string): EncodedValue | undefined {
  const instant = parseInstant(input)?.toISOString();
  return instant === undefined ? undefined : { value: instant, moment: instant };
}

/** An option is written by its id or its name and kept by its id. */
function encodeOption(attribute: StoredAttribute, input: string): EncodedValue | undefined {
  const named = foldName(input);
  const option =
    attribute.options.find(({ id }) => id === input) ??
    attribute.options.find(({ name }) => name === input) ??
    attribute.options.find(({ name }) => foldName(name) === named);
  return option && { value: option.id };
}

function encodeState({ states }: StoredAttribute, input: string): EncodedValue | undefined {
  const state = states.find(({ id }) => id === input);
  return state && { value: state.id };
}

function encodeRichText(input: string): EncodedValue | undefined {
  const text = plainTextOf(input);
  if (text === undefined) return undefined;
  return { value: input, text, ...searchedText(text), mentionedIds: mentionedIn(text) };
}

function encodeId(input: string, encode: (id: string) => EncodedValue): EncodedValue | undefined {
  const read = storedId.safeParse(input.trim());
  return read.success ? encode(read.data) : undefined;
}

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
function plainTextOf(input: string): string | undefined {
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

/** A person in a text; an id has neither brackets nor spaces. */
const mention = /\{\{@userId:([^{}\s]*)\}\}/g;

/** The ids of the people whom a text mentions, in lower case, each once. */
export function mentionedIn(text: string): string[] {
  if (!text.includes('{{@userId:')) return [];
  return [...new Set([...text.matchAll(mention)].map(([, id = '']) => id.toLowerCase()))];
}

export function mentionOf(userId: string): string {
  return `{{@userId:${userId}}}`;
}

/** The text as people read it. @param names of those who are members, by their ids in lower case */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(
    mention,
    (_, id: string) => `@${names.get(id.toLowerCase()) ?? 'former member'}`,
  );
}
