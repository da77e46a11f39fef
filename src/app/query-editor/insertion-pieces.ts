import type { AttributeKind } from './attribute-kinds';
import type { EndOfQuery } from './end-of-query';
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

const conjunctions: readonly Insertion[] = [
  { text: 'and', meaning: texts.and },
  { text: 'or', meaning: texts.or },
];
const negation: Insertion = { text: 'not', meaning: texts.not };
const opening: Insertion = { text: '(', meaning: texts.opens };
const closing: Insertion = { text: ')', meaning: texts.closes };
const ordering: Insertion = { text: 'order by', meaning: texts.orders };

export function conjunctionsFor(end: EndOfQuery, isOrdered: boolean): readonly Insertion[] {
  switch (end.expects) {
    case 'listedValue':
      return [{ text: ',', meaning: texts.nextValue }, closing];
    case 'condition':
      return [negation, opening];
    case 'conjunction':
      if (end.isOpen) return [closing, ...conjunctions];
      return isOrdered ? conjunctions : [...conjunctions, ordering];
    case 'operator':
    case 'value':
    case 'sortName':
    case 'step':
    case 'unknown':
      return [...conjunctions, negation];
  }
}
