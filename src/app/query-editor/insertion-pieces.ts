import type { AttributeKind } from './attribute-kinds';
import { insertionTexts as texts } from './query-texts';

/** A well-formed piece of a query, and what it means. */
export interface Insertion {
  readonly text: string;
  readonly meaning: string;
}

const equality: readonly Insertion[] = [
  { text: '=', meaning: texts.equals },
  { text: '!=', meaning: texts.notEquals },
];
const membership: readonly Insertion[] = [
  { text: 'in (', meaning: texts.isIn },
  { text: 'not in (', meaning: texts.isNotIn },
];
const emptiness: readonly Insertion[] = [
  { text: 'is empty', meaning: texts.isEmpty },
  { text: 'is not empty', meaning: texts.isNotEmpty },
];
const beginnings: readonly Insertion[] = [
  { text: '~', meaning: texts.begins },
  { text: '!~', meaning: texts.beginsNot },
];
const wording: readonly Insertion[] = [
  { text: '=', meaning: texts.hasWords },
  { text: '!=', meaning: texts.hasNotWords },
  { text: '==', meaning: texts.isExactly },
];
const comparison: readonly Insertion[] = ['<', '<=', '>', '>='].map((text) => ({
  text,
  meaning: texts.compares[text] ?? '',
}));
const named = [...equality, ...membership, ...beginnings, ...emptiness];
export const operators = [...equality, ...membership, ...beginnings, ...comparison, ...emptiness];

export const operatorsByKind: Readonly<Record<AttributeKind, readonly Insertion[]>> = {
  text: [...beginnings, ...wording, ...membership, ...emptiness],
  number: [...equality, ...comparison, ...membership, ...emptiness],
  time: [...equality, ...comparison, ...emptiness],
  boolean: [...equality, ...emptiness],
  choice: named,
  reference: named,
  person: named,
};

export const valuesByKind: Partial<Record<AttributeKind, readonly Insertion[]>> = {
  boolean: [
    { text: 'true', meaning: texts.yes },
    { text: 'false', meaning: texts.no },
  ],
  time: [
    { text: 'now()', meaning: texts.now },
    { text: 'now("-7d")', meaning: texts.daysAgo },
    { text: 'now("7d")', meaning: texts.daysAhead },
  ],
  person: [
    { text: 'user(${emailCurrentUser})', meaning: texts.emailPlaceholder },
    { text: 'currentUser()', meaning: texts.currentUser },
    { text: 'user("name@example.com")', meaning: texts.user },
    { text: 'userId("id")', meaning: texts.userId },
  ],
  reference: [{ text: 'objectId("id")', meaning: texts.objectId }],
};

export const joining: readonly Insertion[] = [
  { text: 'and', meaning: texts.and },
  { text: 'or', meaning: texts.or },
];
export const negating: readonly Insertion[] = [
  { text: 'not', meaning: texts.not },
  { text: '(', meaning: texts.opens },
];
export const closing: Insertion = { text: ')', meaning: texts.closes };
export const nextValue: Insertion = { text: ',', meaning: texts.nextValue };
/** From a reference to the object behind it. */
export const stepping: Insertion = { text: '.', meaning: texts.steps };
export const descending: Insertion = { text: 'desc', meaning: texts.descending };
export const ordering: Insertion = { text: 'order by', meaning: texts.orders };
