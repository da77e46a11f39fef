import { printAttributeName, quoteString } from '../../query';
import { kindName, kindOf, type AttributeKind } from './attribute-kinds';
import { endOfConditions, endOfQuery, type EndOfQuery } from './end-of-query';
import { insertionTexts as texts } from './query-texts';
import type { KnownAttribute, QueryVocabulary } from './vocabulary';

/** A well-formed piece of a query, and what it means. */
export interface Insertion {
  readonly text: string;
  readonly meaning: string;
}

export interface InsertionGroup {
  readonly name: string;
  readonly insertions: readonly Insertion[];
}

/** Everything that can be inserted, in groups: what fits at the end of the query comes first. */
export function insertionGroups(
  query: string,
  { attributes, typeNames, earlierLevels }: QueryVocabulary,
): InsertionGroup[] {
  const place = endOfConditions(query);
  const end = endOfQuery(query.slice(0, place));
  const compared = 'path' in end ? findAttribute(attributes, end.path) : undefined;
  const kind = compared && kindOf(compared.attributeTypeCode);
  const groups: Readonly<Record<GroupKey, InsertionGroup>> = {
    attributes: {
      name: texts.attributes,
      insertions: [...attributes.map(attributeInsertion), ...builtIns],
    },
    types: { name: texts.types, insertions: typeNames.map(typeInsertion) },
    operators: {
      name: compared ? texts.operatorsFor(compared.name) : texts.operators,
      insertions: kind ? operatorsByKind[kind] : operators,
    },
    values: { name: texts.values, insertions: valuesFor(kind) },
    levels: { name: texts.levels, insertions: earlierLevels.flatMap(levelInsertions) },
    conjunctions: {
      name: texts.conjunctions,
      insertions: conjunctionsFor(end, place < query.length),
    },
  };
  return orderOf(end, kind)
    .map((key) => groups[key])
    .filter(({ insertions }) => insertions.length > 0);
}

/**
 * The query with a piece behind its last condition, which is before `order by` where there is one.
 * UI Kit tells nobody where the caret is, and a piece that lands where nobody looked is a riddle.
 */
export function withInsertion(query: string, text: string, vocabulary: QueryVocabulary): string {
  const place = endOfConditions(query);
  const before = query.slice(0, place).trimEnd();
  const after = query.slice(place);
  const needsAnd =
    beginsCondition(text, vocabulary) && endOfQuery(before).expects === 'conjunction';
  const gap = before === '' || before.endsWith('(') || /^[),]/.test(text) ? '' : ' ';
  return `${before}${gap}${needsAnd ? 'and ' : ''}${text} ${after}`;
}

function beginsCondition(text: string, { attributes, typeNames }: QueryVocabulary): boolean {
  const beginnings = [...attributes.map(attributeInsertion), ...builtIns];
  return [...beginnings, ...typeNames.map(typeInsertion)].some((one) => one.text === text);
}

type GroupKey = 'attributes' | 'types' | 'operators' | 'values' | 'levels' | 'conjunctions';

function orderOf(end: EndOfQuery, kind: AttributeKind | undefined): readonly GroupKey[] {
  switch (end.expects) {
    case 'operator':
      return ['operators', 'conjunctions', 'attributes', 'types', 'values', 'levels'];
    case 'value':
      return kind === 'reference' || kind === 'text'
        ? ['levels', 'values', 'conjunctions', 'attributes', 'types', 'operators']
        : ['values', 'levels', 'conjunctions', 'attributes', 'types', 'operators'];
    case 'conjunction':
    case 'listedValue':
      return ['conjunctions', 'attributes', 'types', 'operators', 'values', 'levels'];
    case 'condition':
    case 'sortName':
    case 'unknown':
      return ['attributes', 'types', 'operators', 'values', 'levels', 'conjunctions'];
  }
}

function findAttribute(attributes: readonly KnownAttribute[], name: string) {
  const key = name.toLowerCase();
  const known = [...attributes, ...builtInAttributes];
  return known.find((attribute) => attribute.name.toLowerCase() === key);
}

/** What every object has. */
const builtInAttributes: readonly KnownAttribute[] = [
  { name: 'Label', attributeTypeCode: 'TEXT' },
  { name: 'Created', attributeTypeCode: 'SYSTEM_CREATED' },
  { name: 'Updated', attributeTypeCode: 'SYSTEM_UPDATED' },
];
const builtIns: readonly Insertion[] = builtInAttributes.map(({ name, attributeTypeCode }) => ({
  text: name,
  meaning: texts.ofEveryObject(kindName(attributeTypeCode)),
}));

function typeInsertion(name: string): Insertion {
  return { text: `Type = ${quoteString(name)}`, meaning: texts.ofType };
}

function attributeInsertion({ name, attributeTypeCode, typeNames }: KnownAttribute): Insertion {
  const kind = kindName(attributeTypeCode);
  const meaning = typeNames ? texts.attributeOf(kind, typeNames.join(', ')) : kind;
  return { text: printAttributeName(name), meaning };
}

function levelInsertions(name: string): Insertion[] {
  return [
    { text: `{{${name}}}`, meaning: texts.levelObjects(name) },
    { text: `{{${name}.label}}`, meaning: texts.levelLabels(name) },
  ];
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
const operators = [...equality, ...membership, ...beginnings, ...comparison, ...emptiness];

const operatorsByKind: Readonly<Record<AttributeKind, readonly Insertion[]>> = {
  text: [...beginnings, ...wording, ...membership, ...emptiness],
  number: [...equality, ...comparison, ...membership, ...emptiness],
  time: [...equality, ...comparison, ...emptiness],
  boolean: [...equality, ...emptiness],
  choice: named,
  reference: named,
  person: named,
};

const valuesByKind: Partial<Record<AttributeKind, readonly Insertion[]>> = {
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
    { text: 'user("${emailCurrentUser}")', meaning: texts.emailPlaceholder },
    { text: 'currentUser()', meaning: texts.currentUser },
    { text: 'user("name@example.com")', meaning: texts.user },
    { text: 'userId("id")', meaning: texts.userId },
  ],
  reference: [{ text: 'objectId("id")', meaning: texts.objectId }],
};

/** Those of the kind first. */
function valuesFor(kind: AttributeKind | undefined): Insertion[] {
  const fitting = (kind && valuesByKind[kind]) ?? [];
  const others = Object.values(valuesByKind).filter((values) => values !== fitting);
  return [...fitting, ...others.flat()];
}

const conjunctions: readonly Insertion[] = [
  { text: 'and', meaning: texts.and },
  { text: 'or', meaning: texts.or },
];
const negation: Insertion = { text: 'not', meaning: texts.not };
const opening: Insertion = { text: '(', meaning: texts.opens };
const closing: Insertion = { text: ')', meaning: texts.closes };
const ordering: Insertion = { text: 'order by', meaning: texts.orders };

function conjunctionsFor(end: EndOfQuery, isOrdered: boolean): readonly Insertion[] {
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
    case 'unknown':
      return [...conjunctions, negation];
  }
}
