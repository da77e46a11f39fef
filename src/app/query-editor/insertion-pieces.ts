import type { AttributeKind } from './attribute-kinds';
import { insertionTexts as texts } from './query-texts';

/** A well-formed piece of a query, and what it means. */
export interface Insertion {
  readonly text: string;
  readonly meaning: string;
}

function piece(text: string, meaning: string): Insertion {
  return { text, meaning };
}

const equality = [piece('=', texts.equals), piece('!=', texts.notEquals)];
const membership = [piece('in (', texts.isIn), piece('not in (', texts.isNotIn)];
const emptiness = [piece('is empty', texts.isEmpty), piece('is not empty', texts.isNotEmpty)];
const beginnings = [piece('~', texts.begins), piece('!~', texts.beginsNot)];
const wording = [
  piece('=', texts.hasWords),
  piece('!=', texts.hasNotWords),
  piece('==', texts.isExactly),
];
const comparison = [
  piece('<', texts.isLess),
  piece('<=', texts.isAtMost),
  piece('>', texts.isMore),
  piece('>=', texts.isAtLeast),
];
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
  boolean: [piece('true', texts.yes), piece('false', texts.no)],
  time: [
    piece('now()', texts.now),
    piece('now("-7d")', texts.daysAgo),
    piece('now("7d")', texts.daysAhead),
  ],
  person: [
    piece('user(${emailCurrentUser})', texts.emailPlaceholder),
    piece('currentUser()', texts.currentUser),
    piece('user("name@example.com")', texts.user),
    piece('userId("id")', texts.userId),
  ],
  reference: [piece('"label"', texts.label), piece('objectId("id")', texts.objectId)],
};

export const joining = [piece('and', texts.and), piece('or', texts.or)];
export const negating = [piece('not', texts.not), piece('(', texts.opens)];
export const closing = piece(')', texts.closes);
export const nextValue = piece(',', texts.nextValue);
/** From a reference to the object behind it. */
export const stepping = piece('.', texts.steps);
export const descending = piece('desc', texts.descending);
export const ordering = piece('order by', texts.orders);
