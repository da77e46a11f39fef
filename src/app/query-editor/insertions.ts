import { printAttributeName, quoteString } from '../../query';
import { kindName, kindOf, type AttributeKind } from './attribute-kinds';
import { endOfConditions, endOfQuery, type EndOfQuery } from './end-of-query';
import {
  conjunctionsFor,
  operators,
  operatorsByKind,
  valuesByKind,
  type Insertion,
} from './insertion-pieces';
import { insertionTexts as texts } from './query-texts';
import type { KnownAttribute, QueryVocabulary } from './vocabulary';

interface InsertionGroup {
  readonly name: string;
  readonly insertions: readonly Insertion[];
}

/**
 * Everything that can be inserted, in groups: what fits at the end of the query comes first.
 * @param optionNames of the attribute that the query ends with, see {@link findAttributeToValue}
 */
export function insertionGroups(
  query: string,
  { attributes, typeNames, earlierLevels }: QueryVocabulary,
  optionNames: readonly string[] = [],
): InsertionGroup[] {
  const place = endOfConditions(query);
  const end = endOfQuery(query.slice(0, place));
  // Which type the reference leads to isn't known here.
  if (end.expects === 'step') return [{ name: texts.attributes, insertions: builtIns }];
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
    values: {
      name: texts.values,
      insertions: [...optionNames.map(optionInsertion), ...valuesFor(kind)],
    },
    levels: { name: texts.levels, insertions: earlierLevels.flatMap(levelInsertions) },
    conjunctions: {
      name: texts.conjunctions,
      insertions: conjunctionsFor(end, place < query.length),
    },
  };
  return [...new Set([...firstGroups(end, kind), ...groupKeys])]
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
  const { expects } = endOfQuery(before);
  const needsAnd = expects === 'conjunction' && beginsCondition(text, vocabulary);
  const isClose = before === '' || before.endsWith('(') || expects === 'step';
  const gap = isClose || /^[),]/.test(text) ? '' : ' ';
  return `${before}${gap}${needsAnd ? 'and ' : ''}${text} ${after}`;
}

/** The attribute whose value is to be written next; undefined at any other place. */
export function findAttributeToValue(
  query: string,
  { attributes }: QueryVocabulary,
): KnownAttribute | undefined {
  const end = endOfQuery(query.slice(0, endOfConditions(query)));
  return end.expects === 'value' ? findAttribute(attributes, end.path) : undefined;
}

function beginsCondition(text: string, { attributes, typeNames }: QueryVocabulary): boolean {
  const beginnings = [...attributes.map(attributeInsertion), ...builtIns];
  return [...beginnings, ...typeNames.map(typeInsertion)].some((one) => one.text === text);
}

const groupKeys = ['attributes', 'types', 'operators', 'values', 'levels', 'conjunctions'] as const;
type GroupKey = (typeof groupKeys)[number];

/** What fits best; all other groups come after it. */
function firstGroups(
  { expects }: EndOfQuery,
  kind: AttributeKind | undefined,
): readonly GroupKey[] {
  if (expects === 'operator') return ['operators', 'conjunctions'];
  if (expects === 'value') {
    return kind === 'reference' || kind === 'text'
      ? ['levels', 'values', 'conjunctions']
      : ['values', 'levels', 'conjunctions'];
  }
  return expects === 'conjunction' || expects === 'listedValue' ? ['conjunctions'] : [];
}

function findAttribute(attributes: readonly KnownAttribute[], name: string) {
  const key = name.toLowerCase();
  const known = [...attributes, ...builtInAttributes];
  return known.find((attribute) => attribute.name.toLowerCase() === key);
}

/** What every object has. */
const builtInAttributes: readonly KnownAttribute[] = [
  { name: 'Label', attributeTypeCode: 'TEXT', attributeIds: [] },
  { name: 'Created', attributeTypeCode: 'SYSTEM_CREATED', attributeIds: [] },
  { name: 'Updated', attributeTypeCode: 'SYSTEM_UPDATED', attributeIds: [] },
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

function optionInsertion(name: string): Insertion {
  return { text: quoteString(name), meaning: texts.option };
}

function levelInsertions(name: string): Insertion[] {
  return [
    { text: `{{${name}}}`, meaning: texts.levelObjects(name) },
    { text: `{{${name}.label}}`, meaning: texts.levelLabels(name) },
  ];
}

/** Those of the kind first. */
function valuesFor(kind: AttributeKind | undefined): Insertion[] {
  const fitting = (kind && valuesByKind[kind]) ?? [];
  const others = Object.values(valuesByKind).filter((values) => values !== fitting);
  return [...fitting, ...others.flat()];
}
