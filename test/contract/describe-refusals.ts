import { describe, expect, test } from 'vitest';
import { badBodies, badQueries, badRequests } from './bad-requests';
import { expectNothingOfTheInside, itRefuses, readRefusal, nowhere } from './bad-input';
import { badResources } from './bad-resources';
import { badWrites } from './bad-writes';
import type { Target, Request, Facts } from './target';
import { quoteString } from '../../src/query';

/** What is refused, and how; nothing of it changes anything. */
export function describeRefusals(target: Target): void {
  const { facts, call } = target;

  test('there are at least 300 bad inputs', () => {
    const lists = [badRequests, badBodies, badQueries, badWrites, badResources];
    expect(lists.flatMap((list) => list(facts)).length).toBeGreaterThanOrEqual(300);
  });

  describe('a request that cannot be answered is refused', () => {
    itRefuses(target, badRequests(facts));
  });
  describe('a body that is not what was asked for is refused', () => {
    itRefuses(target, badBodies(facts));
  });
  describe('a query that is none is refused', () => {
    itRefuses(target, badQueries(facts));
  });
  describe('what cannot be written is refused', () => {
    itRefuses(target, badWrites(facts));
    itRefuses(target, badResources(facts));
  });

  describe(`each of ${hostileTexts.length} hostile texts does no harm`, () => {
    test.each(placesOf(facts))(
      'as $where',
      async ({ request, statuses, holds = () => true }: Place) => {
        const texts = hostileTexts.filter(([, text]) => holds(text));
        const checks = texts.map(async ([what, text]) => {
          const answer = await call(request(text));
          expect(statuses, `${what}: ${answer.text.slice(0, 500)}`).toContain(answer.status);
          if (answer.status === 200) expectNothingOfTheInside(answer.text);
          else readRefusal(answer);
          expect(answer.headers.get('x-injected')).toBeNull();
        });
        await Promise.all(checks);
      },
    );
  });
}

/** Texts that have broken other services. */
const hostileTexts: readonly (readonly [string, string])[] = [
  ['SQL that ends a text', `' or '1'='1`],
  ['SQL that ends a name', `" or 1=1 --`],
  ['SQL that waits', `'); perform pg_sleep(10); --`],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['a template', '${7*7}{{7*7}}<%= 7*7 %>'],
  ['a path', '../../../../etc/passwd'],
  ['line breaks', 'a\r\nX-Injected: 1'],
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a prototype key', '__proto__'],
  ['a method of all objects', 'hasOwnProperty'],
  ['formats', '%s%n%x$1'],
  ['a pattern', '(a+)+$.*[\\'],
  ['directions and zero widths', '\u202e\u200b\ufeff'],
  ['20,000 characters', 'x'.repeat(20_000)],
];

/** A place of a request in which a text can go, and the statuses that are right for it there. */
export interface Place {
  readonly where: string;
  readonly request: (text: string) => Request;
  readonly statuses: readonly number[];
  /** False for what cannot stand there at all, as HTTP has it. */
  readonly holds?: (text: string) => boolean;
}

const fitsHeader = (text: string) => /^[\x20-\x7e]{0,8000}$/.test(text);
/** Longer addresses are refused before anyone looks at them. */
const fitsAddress = (text: string) => text.length < 8_000 && !/\p{Cs}/u.test(text);

function placesOf({ type, objectId, labelAttribute, attributeOf }: Facts): Place[] {
  const send = (where: string, request: string, body: (text: string) => unknown): Place => {
    const [method = '', path = ''] = request.split(' ');
    return { where, request: (text) => ({ method, path, body: body(text) }), statuses: [400] };
  };
  const search = (where: string, body: (text: string) => unknown) =>
    send(where, 'POST /object/search', body);
  const mayFind = (where: string, query: (quoted: string) => string): Place => ({
    ...search(where, (text) => ({ query: query(quoteString(text)) })),
    statuses: [200, 400],
  });
  const inPath = (where: string, path: string, statuses = [400]): Place => ({
    where,
    request: (text) => ({ method: 'GET', path: path.replace('…', () => encodeURIComponent(text)) }),
    statuses,
    holds: fitsAddress,
  });
  const inHeader = (where: string, path: string, name: string, statuses: number[]): Place => ({
    where,
    request: (text) => ({
      method: 'GET',
      path,
      headers: { [name]: name === 'authorization' ? `Bearer ${text}` : text },
    }),
    statuses,
    holds: fitsHeader,
  });
  const change = `PATCH /object/${objectId}`;
  const newAttribute = { name: 'A new one', typeId: type.id, attributeTypeCode: 'REFERENCE' };
  return [
    ...['object', 'type', 'attribute', 'user', 'workflow'].map((resource) =>
      inPath(`the id of one ${resource}`, `/${resource}/…`, [400, 404]),
    ),
    inPath('the id of a site', '/site/…/page', [400, 404]),
    inPath('the value of a parameter', '/type?limit=…'),
    inPath('the name of a parameter', '/type?…=1'),
    inHeader('the workspace header', '/type', 'wds-workspace-id', [400]),
    inHeader('the token', '/workspace', 'authorization', [401]),
    { ...search('a query', (query) => ({ query, typeId: type.id })), statuses: [200, 400] },
    mayFind('a text in a query', (quoted) => `Label = ${quoted}`),
    mayFind('an exact text in a query', (quoted) => `Label == ${quoted}`),
    mayFind('a label match', (quoted) => `Label ~ ${quoted}`),
    search('a name in a query', (text) => ({ query: `${quoteString(text)} = "x"` })),
    search('an order', (text) => ({ query: `order by ${quoteString(text)}` })),
    search('a person in a query', (text) => ({
      query: `Id is not empty and Label = user(${quoteString(text)})`,
    })),
    mayFind('an object in a query', (quoted) => `Id = objectId(${quoted})`),
    search('the type of a search', (typeId) => ({ query: '', typeId })),
    search('the attributes of a search', (text) => ({ query: '', attributeIds: [text] })),
    search('the name of a field', (text) => ({ query: '', [text]: text })),
    send('the attribute of a value', change, (text) => ({
      attributes: [{ attributeId: text, values: [] }],
    })),
    send('the value of an option', change, (text) => ({
      attributes: [{ attributeId: attributeOf('OPTION').id, values: [text] }],
    })),
    send('a transition', change, (text) => ({
      transitions: { [labelAttribute.id]: { transitionId: text } },
    })),
    send('the type of an attribute', 'POST /attribute', (text) => ({
      ...newAttribute,
      name: text,
      attributeTypeCode: text,
    })),
    send('the target of a reference', 'POST /attribute', (text) => ({
      ...newAttribute,
      configuration: { targetTypeId: text },
    })),
    send('the name of a token for no time', 'POST /token', (name) => ({ name, durationDays: 0 })),
    send('a field of a type', 'POST /type', (text) => {
      return { name: 'A new one', id: nowhere, [text]: text };
    }),
  ];
}
