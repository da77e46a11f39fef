/** What the query field of both configuration screens says. */
export const queryEditorTexts = {
  check: 'Check',
  matches: (total: number, shown: string) =>
    total === 1 ? 'You see 1 matching object:' : `You see ${shown} matching objects:`,
  firstMatches: (total: string, count: number) =>
    `You see ${total} matching objects. The first ${count}:`,
  noMatches: 'The query works, but doesn’t match any object that you can see.',
  waits: 'The query works. What it finds depends on an earlier level: use the preview to see it.',
  position: (line: number, column: number) => `Line ${line}, column ${column}`,
  insert: 'Insert',
  insertPlaceholder: 'Search for something to insert',
  nothingToInsert: 'Nothing to insert here',
  insertHelp: 'Added at the end of the query, before any “order by”.',
};

/** The names and meanings of what can be inserted into a query. */
export const insertionTexts = {
  attributes: 'Attributes',
  attributeOf: (kind: string, typeNames: string) => `${kind}, of ${typeNames}`,
  ofEveryObject: (kind: string) => `${kind}, of every object`,
  types: 'Types',
  ofType: 'objects of this type',
  operators: 'Operators',
  operatorsFor: (name: string) => `Operators for ${name}`,
  equals: 'is',
  notEquals: 'is not',
  hasWords: 'has these words',
  hasNotWords: 'doesn’t have these words',
  isExactly: 'is exactly',
  begins: 'has words that begin with this',
  beginsNot: 'has no words that begin with this',
  compares: {
    '<': 'is less than, or before',
    '<=': 'is at most, or not after',
    '>': 'is more than, or after',
    '>=': 'is at least, or not before',
  } as Readonly<Record<string, string>>,
  isIn: 'is one of',
  isNotIn: 'is none of',
  isEmpty: 'has no value',
  isNotEmpty: 'has a value',

  values: 'Functions and values',
  option: 'one of its values',
  yes: 'yes',
  no: 'no',
  now: 'this moment',
  daysAgo: '7 days ago',
  daysAhead: 'in 7 days',
  emailPlaceholder: 'whoever uses the field, by their Jira email',
  currentUser: 'whoever uses the field, by their connected account',
  user: 'a person, by email',
  userId: 'a person, by id',
  objectId: 'an object, by id',

  levels: 'Earlier levels',
  levelObjects: (name: string) => `what is chosen on “${name}”`,
  levelLabels: (name: string) => `the labels of what is chosen on “${name}”`,

  conjunctions: 'Continue with',
  and: 'both are true',
  or: 'at least one of them is true',
  not: 'the next condition isn’t true',
  opens: 'begins a group',
  closes: 'ends the list or group',
  nextValue: 'one more value',
  orders: 'sorts what is offered',
};
