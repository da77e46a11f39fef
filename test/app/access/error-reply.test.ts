import { describe, expect, test } from 'vitest';
import { ServiceError, type ServiceErrorCode } from '../../../src/api/client';
import {
  adminErrorReply,
  errorReply,
  isHidden,
  pickingErrorReply,
} from '../../../src/app/access/error-reply';
import {
  ConsentNeeded,
  JiraAtRest,
  JiraError,
  ServiceAddressMissing,
} from '../../../src/app/platform/platform';
import { StoreError } from '../../../src/app/platform/storage';
import { Problem, problemTexts } from '../../../src/app/replies/problem';

const position = { offset: 0, line: 1, column: 1 };
const refusedAtPlace = (message: string) => new ServiceError('invalid', message, { position });
const drawn = 'Expected a value,\r\n\u2028found )\nStatus = )\n         ^';

function codeOf(reply: ReturnType<typeof errorReply>): string {
  return reply.kind === 'consent' ? 'consent' : reply.code;
}

describe('what an error means to the person', () => {
  const byCode = {
    unauthorized: 'consent',
    forbidden: 'WORKSPACE_NOT_ACCESSIBLE',
    notFound: 'WORKSPACE_NOT_ACCESSIBLE',
    invalid: 'QUERY_REFUSED',
    rateLimited: 'SERVICE_BUSY',
    unavailable: 'SERVICE_UNREACHABLE',
    timeout: 'SERVICE_UNREACHABLE',
    unexpectedReply: 'SERVICE_UNREACHABLE',
    changed: 'SERVICE_UNREACHABLE',
    aborted: 'SERVICE_UNREACHABLE',
    cannotSend: 'UNEXPECTED',
  } as const satisfies Record<ServiceErrorCode, string>;
  const cases: readonly (readonly [string, unknown, string])[] = [
    ...Object.entries(byCode).map(
      ([code, reply]) =>
        [
          `a service error: ${code}`,
          new ServiceError(code as ServiceErrorCode, 'x'),
          reply,
        ] as const,
    ),
    ['a missing consent', new ConsentNeeded(), 'consent'],
    ['a problem', new Problem('OBJECT_GONE'), 'OBJECT_GONE'],
    ['no answer of Jira', new JiraError('x', 'person', undefined), 'JIRA_UNREACHABLE'],
    ['a refusal of Jira to the person', new JiraError('x', 'person', 403), 'NOT_ALLOWED'],
    ['a refusal of Jira to the app', new JiraError('x', 'app', 403), 'APP_REFUSED'],
    ['a limit of Jira', new JiraError('x', 'person', 429), 'JIRA_BUSY'],
    ['a deployment without an address', new ServiceAddressMissing(), 'ADDRESS_MISSING'],
    ['a failing storage', new StoreError('UNKNOWN'), 'STORAGE_UNREACHABLE'],
    ['a bug', new TypeError('x'), 'UNEXPECTED'],
    ['something that isn’t an error', 'x', 'UNEXPECTED'],
  ];

  test.each(cases)('%s', (_, error, reply) => {
    expect(codeOf(errorReply(error))).toBe(reply);
    expect(codeOf(pickingErrorReply(error))).toBe(reply);
    expect(codeOf(adminErrorReply(error))).toBe(reply);
  });

  test('a limit that background work meets without a time names no share', () => {
    const error = new JiraError('x', 'app', 429);
    expect(errorReply(error)).toMatchObject({ message: problemTexts.JIRA_BUSY.message });
    expect(errorReply(new JiraAtRest(60_000, 0))).toMatchObject({
      message: expect.stringContaining('Jira is limiting') as string,
    });
  });
});

describe('a query that the service refuses', () => {
  test('is told on one line, without the drawing below it', () => {
    const detail = 'Expected a value, found )';
    expect(errorReply(refusedAtPlace(drawn))).toMatchObject({ code: 'QUERY_REFUSED', detail });
  });

  test.each([
    ['a caret further up', 'One\ntwo\n^ three\nfour', 'One two ^ three four'],
    ['a caret at the margin', 'Expected a value\n)\n^', 'Expected a value'],
    ['tabs before the caret', 'Expected a value\n\t)\n\t\t^', 'Expected a value'],
    ['words before the caret', 'One\ntwo\nthree ^', 'One two three ^'],
    ['an empty line before the caret', 'One\n\n ^', 'One'],
  ])('keeps its words: %s', (_, message, detail) => {
    expect(errorReply(refusedAtPlace(message))).toMatchObject({ detail });
  });

  test('keeps a drawing that names no place', () => {
    const detail = 'Expected a value, found ) Status = )          ^';
    expect(errorReply(new ServiceError('invalid', drawn))).toMatchObject({ detail });
  });

  test('is to someone who picks most likely one about what they can’t see', () => {
    expect(pickingErrorReply(refusedAtPlace(drawn))).toMatchObject({
      code: 'QUERY_BEYOND_ACCESS',
      detail: 'Expected a value, found )',
    });
  });

  test('is to someone who picks plainly refused where it names no place', () => {
    expect(codeOf(pickingErrorReply(new ServiceError('invalid', 'x')))).toBe('QUERY_REFUSED');
    const busy = new ServiceError('rateLimited', 'x', { position });
    expect(codeOf(pickingErrorReply(busy))).toBe('SERVICE_BUSY');
  });
});

describe('what a Jira admin reads', () => {
  test.each([
    ['their own permissions', new JiraError('x', 'person', 403), 'Check your own permissions'],
    ['the settings of the app', new JiraError('x', 'app', 403), 'In Jira’s app settings'],
    ['the query', new ServiceError('invalid', 'x'), 'Correct it, then try again'],
    ['the log', new TypeError('x'), 'to check its log'],
    ['a policy', new Problem('NOT_ALLOWED'), problemTexts.NOT_ALLOWED.message],
    ['a plain text elsewhere', new StoreError('x'), problemTexts.STORAGE_UNREACHABLE.message],
  ])('is about %s', (_, error, text) => {
    expect(adminErrorReply(error)).toMatchObject({
      message: expect.stringContaining(text) as string,
    });
  });
});

test.each([
  [new ServiceError('forbidden', 'x'), true],
  [new ServiceError('notFound', 'x'), true],
  [new ServiceError('unavailable', 'x'), false],
  [new Error('notFound'), false],
])('what the caller may not open and what isn’t there are both hidden: %s', (error, hidden) => {
  expect(isHidden(error)).toBe(hidden);
});
