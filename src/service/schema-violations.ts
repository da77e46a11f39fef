import type * as z from 'zod';
import type { Violation } from '../api/error-body';
import { showValue } from './values/show-value';

type Issue = z.core.$ZodIssue;

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

/** One sentence on the first issue, cut: `limit: Too big: expected number to be <=200.` */
export function describeSchemaError(error: z.core.$ZodError, field?: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'The request is not valid.';
  const path = showPath(pathsOf(issue)[0] ?? [], field);
  const said =
    issue.message.length > maximumSentenceLength
      ? `${issue.message.slice(0, maximumSentenceLength)}...`
      : issue.message;
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
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
