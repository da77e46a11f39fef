import * as z from 'zod';
import type { Violation } from '../../../api/error-body';
import { showValue } from './storable-inputs';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Checks an input from outside. What the schema refuses is said in this file's words, except where the
 * schema has its own.
 */
export function checkInput<Schema extends z.core.$ZodType>(schema: Schema, input: unknown) {
  return z.safeParse(schema, input, { error: saidOf });
}

/**
 * What a schema refused, one violation per issue.
 * @param field the field that the input stands in, where it is not the whole body
 */
export function violationsOf(
  error: z.core.$ZodError,
  input: unknown,
  domain: Violation['domain'],
  field?: string,
): Violation[] {
  return error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({
      fieldIdentifier: showPath(path, field),
      violationType: violationTypeOf(issue, path, input),
      invalidValue: showValue(valueAt(input, path)),
      domain,
    })),
  );
}

const maximumSentenceLength = 255;

/** One sentence on the first issue, cut: `limit can be up to 200.` */
export function describeSchemaError(error: z.core.$ZodError, field?: string): string {
  return describeIssues(error, field)[0] ?? 'The request isn’t valid.';
}

/** One sentence on each issue, and on each key that the schema does not know. */
export function describeIssues(error: z.core.$ZodError, field?: string): string[] {
  return error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => describeIssue(issue, showPath(path, field))),
  );
}

/**
 * What continues the field's name begins in lower case; a sentence of its own begins with a capital
 * letter.
 */
function describeIssue(issue: Issue, path: string): string {
  const said =
    issue.message.length > maximumSentenceLength
      ? `${issue.message.slice(0, maximumSentenceLength)}...`
      : issue.message;
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
  if (/^\p{Lowercase}/u.test(said)) return `${path || 'The input'} ${sentence}`;
  return path === '' ? sentence : `${path}: ${sentence}`;
}

function showPath(path: readonly PropertyKey[], field: string | undefined): string {
  return showValue([...(field === undefined ? [] : [field]), ...path.map(String)].join('.'));
}

/** Where an issue lies; for keys that the schema does not know, one path per key. */
function pathsOf(issue: Issue): PropertyKey[][] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key])
    : [issue.path];
}

function violationTypeOf(
  issue: Issue,
  path: readonly PropertyKey[],
  input: unknown,
): Violation['violationType'] {
  const value = valueAt(input, path);
  if (value === undefined) return 'REQUIRED';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'REQUIRED';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TOO_LONG';
  if (issue.code === 'too_big' && issue.origin === 'array') return 'TOO_MANY';
  return 'INVALID';
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    input,
  );
}

/** What follows the name of the field in a sentence. It never repeats the input. */
function saidOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : describeType(issue.expected);
    case 'too_big':
      return describeMaximum(issue);
    case 'too_small':
      return describeMinimum(issue);
    case 'invalid_format':
      return `isn’t ${formats[issue.format] ?? 'written in the right way'}`;
    case 'invalid_value':
      return describeOptions(issue.values);
    case 'unrecognized_keys':
      return 'isn’t a known field';
    case 'invalid_union':
      return Array.isArray(issue['options']) ? describeOptions(issue['options']) : 'isn’t valid';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return 'isn’t valid';
  }
}

function describeOptions(options: readonly unknown[]): string {
  return `has to be ${oneOf.format(options.map((option) => JSON.stringify(option)))}`;
}

const oneOf = new Intl.ListFormat('en-US', { type: 'disjunction' });

const formats: Readonly<Record<string, string>> = {
  guid: 'a valid id',
  uuid: 'a valid id',
  url: 'a valid web address',
  email: 'a valid email address',
};

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function describeType(expected: string): string {
  const type = types[expected];
  return type === undefined ? 'isn’t valid' : `has to be ${type}`;
}

type Limit<Code> = Extract<RawIssue, { code: Code }>;

function describeMaximum({ origin, maximum }: Limit<'too_big'>): string {
  if (origin === 'string') return `can have up to ${maximum} characters`;
  return origin === 'array' ? `can have up to ${maximum} entries` : `can be up to ${maximum}`;
}

function describeMinimum({ origin, minimum }: Limit<'too_small'>): string {
  const isText = origin === 'string';
  if (!isText && origin !== 'array') return `has to be at least ${minimum}`;
  if (Number(minimum) === 1) return 'can’t be empty';
  return `has to have at least ${minimum} ${isText ? 'characters' : 'entries'}`;
}
