import { quoteString } from '../../src/query';
import { nowhere } from './bad-input';
import type { Facts } from './facts';
import type { Request } from './target';

/** Texts that have broken other services. */
export const hostileTexts: readonly (readonly [string, string])[] = [
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

export function placesOf({ type, objectId, labelAttribute, attributes }: Facts): Place[] {
  const search = (where: string, body: (text: string) => unknown, statuses: number[]): Place => ({
    where,
    request: (text) => ({ method: 'POST', path: '/object/search', body: body(text) }),
    statuses,
  });
  const ofObject = (values: (text: string) => unknown) => (text: string) => ({
    method: 'PATCH',
    path: `/object/${objectId}`,
    body: { attributes: values(text) },
  });
  const asPath = (path: (text: string) => string) => (text: string) => ({
    method: 'GET',
    path: path(encodeURIComponent(text)),
  });
  const choice = attributes.get('OPTION');
  return [
    ...['object', 'type', 'attribute', 'user', 'workflow'].map((resource) => ({
      where: `the id of one ${resource}`,
      request: asPath((text) => `/${resource}/${text}`),
      statuses: [400, 404],
      holds: fitsAddress,
    })),
    {
      where: 'the id of a site',
      request: asPath((text) => `/site/${text}/page`),
      statuses: [400, 404],
      holds: fitsAddress,
    },
    {
      where: 'the value of a parameter',
      request: asPath((text) => `/type?limit=${text}`),
      statuses: [400],
      holds: fitsAddress,
    },
    {
      where: 'the name of a parameter',
      request: asPath((text) => `/type?${text}=1`),
      statuses: [400],
      holds: fitsAddress,
    },
    {
      where: 'the workspace header',
      request: (text) => ({ method: 'GET', path: '/type', headers: { 'wds-workspace-id': text } }),
      statuses: [400],
      holds: fitsHeader,
    },
    {
      where: 'the token',
      request: (text) => ({
        method: 'GET',
        path: '/workspace',
        headers: { authorization: `Bearer ${text}` },
      }),
      statuses: [401],
      holds: fitsHeader,
    },
    search('a query', (query) => ({ query, typeId: type.id }), [200, 400]),
    search('a text in a query', (text) => ({ query: `Label = ${quoteString(text)}` }), [200, 400]),
    search(
      'an exact text in a query',
      (text) => ({ query: `Label == ${quoteString(text)}` }),
      [200, 400],
    ),
    search('a label match', (text) => ({ query: `Label ~ ${quoteString(text)}` }), [200, 400]),
    search('a name in a query', (text) => ({ query: `${quoteString(text)} = "x"` }), [400]),
    search('an order', (text) => ({ query: `order by ${quoteString(text)}` }), [400]),
    search(
      'a person in a query',
      (text) => ({ query: `Id is not empty and Label = user(${quoteString(text)})` }),
      [400],
    ),
    search(
      'an object in a query',
      (text) => ({ query: `Id = objectId(${quoteString(text)})` }),
      [200, 400],
    ),
    search('the type of a search', (typeId) => ({ query: '', typeId }), [400]),
    search('the attributes of a search', (text) => ({ query: '', attributeIds: [text] }), [400]),
    search('the name of a field', (text) => ({ query: '', [text]: text }), [400]),
    {
      where: 'the attribute of a value',
      request: ofObject((text) => [{ attributeId: text, values: [] }]),
      statuses: [400],
    },
    ...(choice === undefined
      ? []
      : [
          {
            where: 'the value of an option',
            request: ofObject((text) => [{ attributeId: choice.id, values: [text] }]),
            statuses: [400],
          },
        ]),
    {
      where: 'a transition',
      request: (text) => ({
        method: 'PATCH',
        path: `/object/${objectId}`,
        body: { transitions: { [labelAttribute.id]: { transitionId: text } } },
      }),
      statuses: [400],
    },
    {
      where: 'the type of an attribute',
      request: (text) => ({
        method: 'POST',
        path: '/attribute',
        body: { name: text, typeId: type.id, attributeTypeCode: text },
      }),
      statuses: [400],
    },
    {
      where: 'the target of a reference',
      request: (text) => ({
        method: 'POST',
        path: '/attribute',
        body: {
          name: 'A new one',
          typeId: type.id,
          attributeTypeCode: 'REFERENCE',
          configuration: { targetTypeId: text },
        },
      }),
      statuses: [400],
    },
    {
      where: 'the name of a token for no time',
      request: (name) => ({ method: 'POST', path: '/token', body: { name, durationDays: 0 } }),
      statuses: [400],
    },
    {
      where: 'a field of a type',
      request: (text) => ({
        method: 'POST',
        path: '/type',
        body: { name: 'A new one', id: nowhere, [text]: text },
      }),
      statuses: [400],
    },
  ];
}
