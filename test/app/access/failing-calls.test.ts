import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ConsentNeeded,
  JiraAtRest,
  JiraError,
  ServiceAddressMissing,
} from '../../../src/app/platform/platform';
import {
  adminErrorReply,
  errorReply,
  isHidden,
  pickingErrorReply,
} from '../../../src/app/access/error-reply';
import type { PlatformCall } from '../support/forge-runtime';
import { cascade, configuration, createFixture, onIssue } from '../support/resolver-fixture';
import { addServiceDesks, portalPageOf } from '../support/portal';
import { calledFunctions, keptToken, screens, serviceObjects } from '../support/resolver-functions';
import { ServiceError, type ServiceErrorCode } from '../../../src/api/client';
import { StoreError } from '../../../src/app/platform/storage';
import { Problem, problemTexts } from '../../../src/app/replies/problem';

const unreachable = {
  service: 'SERVICE_UNREACHABLE',
  person: 'JIRA_UNREACHABLE',
  app: 'JIRA_UNREACHABLE',
} as const;
const forbidden = {
  service: 'WORKSPACE_NOT_ACCESSIBLE',
  person: 'NOT_ALLOWED',
  app: 'CONFIGURATION_FORBIDDEN',
} as const;

const answerWith =
  (status: number, body: string | null = null, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers });

/** How one call may fail: each to the service, to Jira as the person, and to Jira as the app. */
const failures = [
  {
    failure: 'refuses the connection',
    answer: () => Promise.reject(new TypeError('fetch failed')),
    ...unreachable,
  },
  {
    failure: 'does not answer in time',
    answer: () => new Promise<Response>(() => undefined),
    ...unreachable,
  },
  { failure: 'answers 401', answer: answerWith(401), ...forbidden, service: 'consent' },
  { failure: 'answers 403', answer: answerWith(403), ...forbidden },
  { failure: 'answers 404', answer: answerWith(404), ...forbidden },
  {
    failure: 'answers 429',
    answer: answerWith(429, null, { 'retry-after': '60' }),
    ...{ service: 'SERVICE_BUSY', person: 'JIRA_BUSY', app: 'JIRA_BUSY' },
  },
  { failure: 'answers 500', answer: answerWith(500, '{"message":"secret"}'), ...unreachable },
  {
    failure: 'answers JSON that is cut',
    answer: answerWith(200, '{"total":1,"result":[{"label":"secret'),
    ...unreachable,
  },
  {
    failure: 'answers HTML',
    answer: answerWith(200, '<html>secret</html>', { 'content-type': 'text/html' }),
    ...unreachable,
  },
] as const;

/** What the connect page says instead of speaking of a workspace, and of a grant that ended. */
const ofConnection: Readonly<Record<string, string>> = {
  WORKSPACE_NOT_ACCESSIBLE: 'ACCOUNT_NOT_KNOWN',
  consent: 'ok',
};
/** What it says where it is for people with a grant alone. */
const ofPerson = { WORKSPACE_NOT_ACCESSIBLE: 'ACCOUNT_NOT_KNOWN' };
/** What the admin page says of a token. */
const ofToken: Readonly<Record<string, string>> = {
  WORKSPACE_NOT_ACCESSIBLE: 'TOKEN_REFUSED',
  consent: 'TOKEN_REFUSED',
};

const hiddenIsNone = { WORKSPACE_NOT_ACCESSIBLE: 'ok' };
const ofPage = { WORKSPACE_NOT_ACCESSIBLE: 'PAGE_GONE' };
const ofChosenPage = { WORKSPACE_NOT_ACCESSIBLE: 'PAGE_NOT_ACCESSIBLE' };
const ofSite = { WORKSPACE_NOT_ACCESSIBLE: 'SITE_NOT_ACCESSIBLE' };

/** What a function says in place of what the table says, where that differs. */
const ownCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  connection: ofConnection,
  referrers: hiddenIsNone,
  lastChanges: hiddenIsNone,
  saveToken: ofToken,
  waitingSearches: ofPerson,
  tabs: hiddenIsNone,
  missingPages: hiddenIsNone,
  pageWorkspaces: ofPerson,
  pageSites: ofSite,
  sitePages: ofSite,
  openTab: ofPage,
  addTab: ofChosenPage,
  editTab: ofChosenPage,
  portalNote: { CONFIGURATION_FORBIDDEN: 'APP_REFUSED' },
  'holders app POST /rest/api/3/search/approximate-count': {
    CONFIGURATION_FORBIDDEN: 'APP_REFUSED',
  },
  'startLabelJob app POST /rest/api/3/search/approximate-count': {
    CONFIGURATION_FORBIDDEN: 'APP_REFUSED',
  },
  'runSearch service GET /public/v1/user/me': ofPerson,
  health: {
    WORKSPACE_NOT_ACCESSIBLE: 'ok',
    consent: 'ok',
    SERVICE_UNREACHABLE: 'ok',
    SERVICE_BUSY: 'ok',
  },
};

/** What a function can do without: it says what it knows. */
const dispensable: Readonly<Record<string, RegExp>> = {
  workItems: /approximate-count$/,
  saveToken: /^person GET .*\/field|\/object\/search$/,
  health: /^person GET .*\/field|\/object\/search$/,
};

/** Nothing is remembered, nothing given by the platform, and each query needs the email address. */
function createColdFixture() {
  const fixture = createFixture();
  fixture.objects.push(...serviceObjects);
  addServiceDesks(fixture);
  fixture.jira.emailAddresses.set('ada', 'ada@example.com');
  return fixture;
}

const withEmail = 'Kind = user("${emailCurrentUser}")';
const stored = {
  'workspace-object': { ...configuration, query: withEmail, portal: 'attributes' },
  'workspace-cascade': {
    ...cascade,
    portal: 'labels',
    levels: cascade.levels.map((level) => ({ ...level, query: `${level.query} or ${withEmail}` })),
  },
  connect: undefined,
  admin: undefined,
  'project-pages': undefined,
};

const onBulkEdit = { fieldId: onIssue.fieldId, issues: [onIssue.issue] };

async function callCold(
  fixture: ReturnType<typeof createFixture>,
  called: (typeof calledFunctions)[number],
) {
  const { functionKey, module, payload, resolver, prepare } = called;
  const extension = functionKey.includes('ulk') ? onBulkEdit : (portalPageOf(called) ?? onIssue);
  if (functionKey.startsWith('portal')) fixture.kept.secretStore.set('admin-token', keptToken);
  await prepare?.(fixture);
  const place = { projectId: '20001', workTypeId: '30001' };
  fixture.jira.contexts.push({ ...place, configuration: stored[module] });
  return fixture.call(functionKey, payload, { ...screens[module], extension, resolver });
}

const callerOf = ({ target, as }: PlatformCall) =>
  target === 'service' ? 'service' : as === 'app' ? 'app' : 'person';
const routeOf = (call: PlatformCall) => `${callerOf(call)} ${call.method} ${call.path}`;

function ownCodeOf(functionKey: string, route: string, code: string): string {
  return (ownCodes[`${functionKey} ${route}`] ?? ownCodes[functionKey])?.[code] ?? code;
}

/** On the portal, and what is told of it: a page of Service Management that is hidden is none. */
function portalCodeOf(
  { functionKey, policy }: (typeof calledFunctions)[number],
  route: string,
  failure: string,
): string | undefined {
  const isRefused = /40[134]/.test(failure);
  const isHidden = isRefused && (route.startsWith('person') || /404/.test(failure));
  if (functionKey === 'portalNote') {
    return isHidden && route.includes('servicedeskapi') ? 'ok' : undefined;
  }
  if (policy !== 'visitor') return undefined;
  if (!isRefused) return 'PORTAL_UNREACHABLE';
  if (route.endsWith('/myself')) return 'PORTAL_NO_EMAIL';
  return isHidden && route.includes('servicedeskapi') ? 'NOT_ALLOWED' : 'PORTAL_CLOSED';
}

/** `ok`, `consent` or the code of the problem. */
function kindOf(reply: unknown): string {
  const { kind, code } = reply as { kind: string; code?: string };
  return code ?? kind;
}

function withoutOwner(reply: unknown): unknown {
  return JSON.parse(JSON.stringify(reply).replaceAll('ada@example.com', 'the owner'));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** All but the one that asks for consent. */
const flows = calledFunctions.filter(({ functionKey }) => functionKey !== 'connect');

test.each([
  [undefined, 'Wait a moment, then try again.'],
  [2_000, 'Try again in a minute.'],
  [1_380_000, 'Try again in 23 minutes.'],
])('a Jira that limits the app says how long to wait: %s ms', (retryAfterMs, advice) => {
  expect(errorReply(new JiraError('No', 'app', 429, { retryAfterMs }))).toEqual({
    kind: 'problem',
    code: 'JIRA_BUSY',
    message: `Jira is limiting this app’s requests at the moment. ${advice}`,
    canRetry: true,
  });
});

test('a person who waits for background work reads that it has used its own share', () => {
  const error = new JiraAtRest(2_400_000, 0, { isOwnShare: true });
  expect(errorReply(error)).toMatchObject({
    message: 'Background work has used its share of Jira’s hourly limit. Try again in 40 minutes.',
  });
});

describe('each call of each flow fails in turn', () => {
  test.each(flows)('$functionKey from $module', async (called) => {
    const whole = createColdFixture();
    expect(kindOf(await callCold(whole, called))).toBe('ok');
    const steps = whole.forge.calls.map((call, index) => ({
      route: routeOf(call),
      earlier: whole.forge.calls.slice(0, index).filter((one) => routeOf(one) === routeOf(call)),
    }));
    expect(steps.length).toBeGreaterThan(0);

    for (const { route, earlier } of steps) {
      for (const { failure, answer, ...codes } of failures) {
        const fixture = createColdFixture();
        const { jira, service } = fixture.forge;
        let remaining = earlier.length;
        const failing =
          (healthy: typeof jira): typeof jira =>
          (call, accountId) => {
            if (routeOf(call) !== route || remaining-- > 0) return healthy(call, accountId);
            return answer();
          };
        fixture.forge.jira = failing(jira);
        fixture.forge.service = failing(service);

        const pending = callCold(fixture, called);
        await vi.advanceTimersByTimeAsync(24_000);
        const reply = await pending;
        const code = codes[route.split(' ', 1)[0] as keyof typeof codes];
        const isDispensable = dispensable[called.functionKey]?.test(route) ?? false;
        const expected = isDispensable
          ? 'ok'
          : (portalCodeOf(called, route, failure) ?? ownCodeOf(called.functionKey, route, code));
        expect([route, failure, kindOf(reply)]).toEqual([route, failure, expected]);
        expect(fixture.log).toHaveLength(['ok', 'consent'].includes(expected) ? 0 : 1);
        // The admin page says whose the account and the token are.
        const shown = called.functionKey === 'health' ? withoutOwner(reply) : reply;
        const told = isDispensable ? fixture.log : [shown, fixture.log];
        if (called.policy === 'administrator' && !route.endsWith('/permissions/check')) {
          expect(JSON.stringify(told)).not.toMatch(/Jira admin/);
        }
        expect(JSON.stringify(told)).not.toMatch(/secret|@|MacBook|fetch failed/);
      }
    }
  });
});

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
    ...Object.entries(byCode).map(([code, reply]) => {
      const error = new ServiceError(code as ServiceErrorCode, 'x');
      return [`a service error: ${code}`, error, reply] as const;
    }),
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
    expect(codeOf(pickingErrorReply(refusedAtPlace(drawn)))).toBe('QUERY_BEYOND_ACCESS');
  });

  test.each([
    ['the service', refusedAtPlace(drawn)],
    ['the service, without a place', new ServiceError('invalid', 'Expected a value')],
    ['the app', new Problem('QUERY_REFUSED', 'Expected a value (line 1, column 2)')],
  ])('tells someone who picks nothing about writing queries: refused by %s', (_, error) => {
    expect(pickingErrorReply(error)).not.toHaveProperty('detail');
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
