import * as z from 'zod';
import { storedId } from '../../base/refusals/stored-id';
import type { StoredAttribute } from './attribute-kinds';
import { mentionedIn } from './mentions';
import { plainTextOf } from './rich-text';
import { isStorable } from '../../base/refusals/storable-text';
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

const email = z.email().max(320);
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
  const text = code === 'TEXT' ? input : input.trim();
  if (code === 'EMAIL' && !email.safeParse(text).success) return undefined;
  if (code === 'URL' && !webAddress.safeParse(text).success) return undefined;
  const mentions = code === 'TEXT' && { mentionedIds: mentionedIn(text) };
  return { value: text, ...searchedText(text), ...mentions };
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
  const named = input.toLowerCase();
  const option =
    attribute.options.find(({ id }) => id === input) ??
    attribute.options.find(({ name }) => name.toLowerCase() === named);
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
