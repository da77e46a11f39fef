import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '../../src/api/error-body';
import { pathOf, type Facts, type Answer, type Request, type Target } from './target';

/** A request that the service refuses, and how. */
export interface BadInput extends Request {
  readonly what: string;
  /** The statuses that are right. */
  readonly status: number | readonly number[];
  /** `type field` of each violation; none where absent, not looked at where several statuses are right. */
  readonly violations?: readonly string[];
}

export type BadInputs = (facts: Facts) => readonly BadInput[];

export const nowhere = '99999999-9999-4999-8999-999999999999';
export const sql = "'; drop table object; --";

/** A body, and `type field` of each violation in it. */
type BadBody = readonly [what: string, body: unknown, ...violations: string[]];

/** Each body in a request of its own, such as `POST /type`, which answers 400. */
export function refusedAt(request: string, bodies: readonly BadBody[]): BadInput[] {
  const [method = '', path = ''] = request.split(' ');
  return bodies.map(([what, body, ...violations]) => {
    return { what, method, path, body, status: 400, violations };
  });
}

/** Of all violations, by how a path begins. */
const domains = new Map<string | undefined, string>([
  ['content', 'CONTENT'],
  ['workflow', 'WORKFLOW'],
  ['site', 'SITE'],
  ['user', 'WORKSPACE'],
  ['group', 'WORKSPACE'],
]);

/** Refuses each with the error body and nothing of the inside in it. */
export function itRefuses({ call }: Target, inputs: readonly BadInput[]): void {
  test.each(
    inputs.map((input) => [`${input.what} (${input.method} ${input.path.slice(0, 50)})`, input]),
  )('%s', async (_title, input: BadInput) => {
    const answer = await call(input);
    const statuses = [input.status].flat();
    expect(statuses, answer.text.slice(0, 1_000)).toContain(answer.status);
    const error = readRefusal(answer);
    if (!pathOf(input.path).includes('%')) {
      expect(error.path).toBe(pathOf(input.path).split('?')[0]);
    }
    if (statuses.length > 1) return;
    const found = error.violations?.map(
      ({ violationType, fieldIdentifier }) => `${violationType} ${fieldIdentifier}`,
    );
    expect(found).toEqual(input.violations);
    const domain = domains.get(input.path.split('/')[1]);
    if (domain === undefined || error.violations === undefined) return;
    expect(new Set(error.violations.map((violation) => violation.domain))).toEqual(
      new Set([domain]),
    );
  });
}

/** The error body of an answer, strictly as the spec has it. */
export function readRefusal(answer: Answer) {
  const error = z.strictObject(errorBody.shape).parse(answer.body);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(error.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
  expect(error.message).not.toBe('');
  expectNothingOfTheInside(answer.text);
  return error;
}

const inside =
  /\bselect\b.* from |\binsert into\b|\bupdate \w+ set\b|object_value|node_modules|pglite|postgres|sqlstate|FST_ERR|ZodError|\bat .{1,80}:\d+:\d+|file:\/\/|\/src\/|\.ts\b/i;

/** No SQL, no stack, no path of the machine. */
export function expectNothingOfTheInside(text: string): void {
  expect(text).not.toMatch(inside);
  expect(text).not.toContain(process.cwd());
}
