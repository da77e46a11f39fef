import { printAttributeName, quoteString } from '../../query';
import { endOfConditions, endOfQuery, type EndOfQuery } from './end-of-query';
import {
  kindName,
  kindOf,
  type AttributeKind,
  type KnownAttribute,
  type QueryVocabulary,
} from './vocabulary';
import { insertionTexts as texts } from './query-texts';

export interface InsertionGroup {
  readonly name: string;
  readonly insertions: readonly Insertion[];
}

/**
 * What can follow the end of a query, in groups; none where the query goes wrong before.
 * @param known its attributes are those that can be named at the end, behind the references there
 * @param optionNames what the attribute takes that the query compares at its end
 */
export function insertionGroups(
  end: EndOfQuery,
  known: QueryVocabulary,
  optionNames: readonly string[] = [],
): InsertionGroup[] {
  return groupsAt(end, known, optionNames).filter(({ insertions }) => insertions.length > 0);
}

function groupsAt(
  end: EndOfQuery,
  known: QueryVocabulary,
  optionNames: readonly string[],
): InsertionGroup[] {
  const { attributes, typeNames } = known;
  const compared = attributesNamed(attributes, end.name);
  const kinds = [...new Set(compared.map((one) => kindOf(one.attributeTypeCode)))];
  const names = group(texts.attributes, [...attributes.map(attributeInsertion), ...builtIns]);
  switch (end.expects) {
    case 'condition':
      if (end.references.length > 0) return [names];
      return [
        names,
        group(texts.types, typeNames.map(typeInsertion)),
        group(texts.conjunctions, negating),
      ];
    case 'sortName':
      return [names];
    case 'operator':
      return operatorGroups(end, compared, kinds);
    case 'value': {
      const ownNames = compared.includes(builtInType) ? typeNames : [];
      return valueGroups(known, [...ownNames, ...optionNames], kinds);
    }
    case 'listedValue':
      return [group(texts.conjunctions, [nextValue, closing])];
    case 'conjunction':
      return [group(texts.conjunctions, conjunctionsAt(end))];
    case 'unknown':
      return [];
  }
}

function operatorGroups(
  { begun }: EndOfQuery,
  [first]: readonly KnownAttribute[],
  kinds: readonly AttributeKind[],
): InsertionGroup[] {
  const [kind] = kinds;
  const offered = kind && kinds.length === 1 ? operatorsByKind[kind] : operators;
  const canStep = begun === '' && kinds.includes('reference');
  return [
    group(first ? texts.operatorsFor(first.name) : texts.operators, goingOn(begun, offered)),
    group(texts.conjunctions, canStep ? [stepping] : []),
  ];
}

function valueGroups(
  { earlierLevels }: QueryVocabulary,
  optionNames: readonly string[],
  kinds: readonly AttributeKind[],
): InsertionGroup[] {
  const levels = group(texts.levels, levelInsertions(earlierLevels, kinds));
  const values = group(texts.values, [
    ...optionNames.map(valueInsertion),
    ...kinds.flatMap((kind) => valuesByKind[kind] ?? []),
  ]);
  return kinds[0] === 'reference' ? [levels, values] : [values, levels];
}

function group(name: string, insertions: readonly Insertion[]): InsertionGroup {
  return { name, insertions };
}

/** Of operators those that begin with the words that are written already: what completes them. */
function goingOn(begun: string, offered: readonly Insertion[]): readonly Insertion[] {
  if (begun === '') return offered;
  return offered
    .filter(({ text }) => text.startsWith(`${begun} `))
    .map(({ text, meaning }) => ({
      text: text.slice(begun.length + 1),
      meaning: texts.completed(text, meaning),
    }));
}

function conjunctionsAt({ isOpen, isOrdered, takesDirection }: EndOfQuery): readonly Insertion[] {
  if (isOpen) return [closing, ...joining];
  if (!isOrdered) return [...joining, ordering];
  return takesDirection ? [descending, ...joining] : joining;
}

/**
 * The query with a piece behind its last condition, which is before `order by` where there is one.
 * UI Kit tells nobody where the caret is, and a piece that lands where nobody looked is a riddle. Only
 * a direction goes to the end of what is sorted by.
 */
export function withInsertion(query: string, text: string): string {
  if (text === descending.text) return `${query.trimEnd()} ${text} `;
  const place = endOfConditions(query);
  const before = query.slice(0, place).trimEnd();
  const { name, references } = endOfQuery(query);
  const isStep = name === undefined && references.length > 0;
  const isClose = before === '' || before.endsWith('(') || isStep;
  return `${before}${isClose || /^[),.]/.test(text) ? '' : ' '}${text} ${query.slice(place)}`;
}

/** Several where types have attributes of one name; none where it is not known. */
export function attributesNamed(
  attributes: readonly KnownAttribute[],
  name: string | undefined,
): KnownAttribute[] {
  const key = name?.toLowerCase();
  return [...attributes, ...builtInAttributes, builtInType].filter(
    (attribute) => attribute.name.toLowerCase() === key,
  );
}

const builtInAttributes: readonly KnownAttribute[] = [
  { name: 'Label', attributeTypeCode: 'TEXT', attributeIds: [] },
  { name: 'Created', attributeTypeCode: 'SYSTEM_CREATED', attributeIds: [] },
  { name: 'Updated', attributeTypeCode: 'SYSTEM_UPDATED', attributeIds: [] },
];
const builtIns: readonly Insertion[] = builtInAttributes.map(({ name, attributeTypeCode }) => ({
  text: name,
  meaning: texts.ofEveryObject(kindName(attributeTypeCode)),
}));
/** Offered with each type alone, but compared like an option. */
const builtInType: KnownAttribute = { name: 'Type', attributeTypeCode: 'OPTION', attributeIds: [] };

function typeInsertion(name: string): Insertion {
  return { text: `Type = ${quoteString(name)}`, meaning: texts.ofType };
}

function attributeInsertion({ name, attributeTypeCode, typeNames }: KnownAttribute): Insertion {
  const kind = kindName(attributeTypeCode);
  const meaning = typeNames ? texts.attributeOf(kind, typeNames.join(', ')) : kind;
  return { text: printAttributeName(name), meaning };
}

function valueInsertion(name: string): Insertion {
  return { text: quoteString(name), meaning: texts.option };
}

/** The objects for what holds objects or is not known, the labels also for what holds names. */
function levelInsertions(levels: readonly string[], kinds: readonly AttributeKind[]): Insertion[] {
  const takes = (...fitting: readonly AttributeKind[]) =>
    kinds.length === 0 || kinds.some((kind) => fitting.includes(kind));
  return levels.flatMap((name) => [
    ...(takes('reference') ? [{ text: `{{${name}}}`, meaning: texts.levelObjects(name) }] : []),
    ...(takes('reference', 'text', 'choice')
      ? [{ text: `{{${name}.label}}`, meaning: texts.levelLabels(name) }]
      : []),
  ]);
}

/** A well-formed piece of a query, and what it means. */
interface Insertion {
  readonly text: string;
  readonly meaning: string;
}

function piece(text: string, meaning: string): Insertion {
  return { text, meaning };
}

const equality = [piece('=', texts.equals), piece('!=', texts.notEquals)];
const membership = [piece('in (', texts.isIn), piece('not in (', texts.isNotIn)];
const emptiness = [piece('is empty', texts.isEmpty), piece('is not empty', texts.isNotEmpty)];
const partsOfWords = [
  piece('~', texts.begins),
  piece('!~', texts.beginsNot),
  piece('*=', texts.contains),
];
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
const named = [...equality, ...membership, ...partsOfWords, ...emptiness];
const operators = [...equality, ...membership, ...partsOfWords, ...comparison, ...emptiness];

const operatorsByKind: Readonly<Record<AttributeKind, readonly Insertion[]>> = {
  text: [...partsOfWords, ...wording, ...membership, ...emptiness],
  number: [...equality, ...comparison, ...membership, ...emptiness],
  time: [...equality, ...comparison, ...emptiness],
  boolean: [...equality, ...emptiness],
  choice: named,
  reference: named,
  person: named,
};

const valuesByKind: Partial<Record<AttributeKind, readonly Insertion[]>> = {
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

const joining = [piece('and', texts.and), piece('or', texts.or)];
const negating = [piece('not', texts.not), piece('(', texts.opens)];
const closing = piece(')', texts.closes);
const nextValue = piece(',', texts.nextValue);
/** From a reference to the object behind it. */
const stepping = piece('.', texts.steps);
const descending = piece('desc', texts.descending);
const ordering = piece('order by', texts.orders);
