import { printAttributeName, quoteString } from '../../query';
import { kindName, kindOf, type AttributeKind } from './attribute-kinds';
import { endOfConditions, endOfQuery, type EndOfQuery } from './end-of-query';
import {
  closing,
  descending,
  joining,
  negating,
  nextValue,
  operators,
  operatorsByKind,
  ordering,
  stepping,
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
