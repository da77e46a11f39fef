import type { Condition, Name, Operand, Path, PlaceholderOperand, Query } from '../../src/query';
import { isBareWord } from '../../src/query/token';
import fc from '../support/property-testing';

const location = { start: 0, end: 0 };

/** Text made of what could break out of quotes, be lost on the way or look like a placeholder. */
export const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['"', '\\', '\\"', '\\u0022', '{', '{{', '}}', '<', '<<', '>>', '$', '${', '$<', '}', '>'],
      ...['{{x}}', '<<x>>', '${emailCurrentUser}', '$<emailCurrentUser>', '.label', '@'],
      ...[
        ' and ',
        ' or ',
        'not ',
        '(',
        ')',
        ',',
        '.',
        ' order by ',
        '=',
        '~',
        '*=',
        "'",
        '$&',
        '$1',
      ],
      ...['\0', '\n', '\r', '\t', '\u2028', '\u2029', '\u202e', '\u200b', '\u00a0', '\ufeff'],
      ...['\ud800', '\udc00', '\ud83d', '😀', 'é', 'e\u0301', 'א', '国', 'a', 'Z', '7', '_', '-'],
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  ),
  maxLength: 12,
});

const bareWord = fc
  .oneof(
    fc.constantFrom('Label', 'ID', 'Größe', '名前', '2xlarge', '3f2504e0-4f89-41d3', '-', '𝒜'),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
  )
  .filter(isBareWord);

const name: fc.Arbitrary<Name> = fc.oneof(
  bareWord.map((text) => ({ text, isQuoted: false, location })),
  hostileText.map((text) => ({ text, isQuoted: true, location })),
);

const path: fc.Arbitrary<Path> = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((names) => ({ names, location }));

const stringOperand = hostileText.map((value) => ({ kind: 'string', value, location }) as const);

const plainOperand: fc.Arbitrary<Operand> = fc.oneof(
  stringOperand,
  fc
    .stringMatching(/^-?[0-9]{1,30}(\.[0-9]{1,30})?$/)
    .map((text) => ({ kind: 'number', value: Number(text), text, location }) as const),
  bareWord.map((text) => ({ kind: 'word', text, location }) as const),
  fc
    .tuple(bareWord, fc.array(stringOperand, { maxLength: 3 }))
    .map(([word, values]) => ({ kind: 'call', name: word, arguments: values, location }) as const),
);

const levelName = hostileText
  .map((text) => text.trim())
  .filter(
    (text) =>
      text !== '' &&
      !text.startsWith('@') &&
      !/\.label$/i.test(text) &&
      !/\p{Cc}|\{\{|\}\}|<<|>>/u.test(text),
  );

const levelPlaceholder = fc
  .tuple(levelName, fc.constantFrom('id' as const, 'label' as const))
  .map(([text, part]): PlaceholderOperand => ({
    kind: 'levelPlaceholder',
    levelName: text,
    part,
    location,
  }));

/** Placeholders only where they can be bound. */
const templateOperand: fc.Arbitrary<Operand> = fc.oneof(
  plainOperand,
  levelPlaceholder,
  levelPlaceholder.map(
    (placeholder) =>
      ({ kind: 'call', name: 'objectId', arguments: [placeholder], location }) as const,
  ),
  fc.constant({
    kind: 'call',
    name: 'user',
    arguments: [{ kind: 'emailPlaceholder', location }],
    location,
  } as const),
);

/** Any query that `parseQuery` can give, apart from locations. */
export const anyQuery: fc.Arbitrary<Query> = queryOf(plainOperand);

/** Templates whose placeholders stand where they can be bound. */
export const anyTemplate: fc.Arbitrary<Query> = queryOf(templateOperand);

function queryOf(operand: fc.Arbitrary<Operand>): fc.Arbitrary<Query> {
  const orderBy = fc.array(
    fc.record({
      path,
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      location: fc.constant(location),
    }),
    { maxLength: 2 },
  );
  return fc
    .tuple(fc.option(conditionOf(operand)), orderBy)
    .map(([condition, sorts]) => (condition ? { condition, orderBy: sorts } : { orderBy: sorts }));
}

function conditionOf(operand: fc.Arbitrary<Operand>): fc.Arbitrary<Condition> {
  return fc.letrec<{ condition: Condition; leaf: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4 },
      { arbitrary: tie('leaf'), weight: 3 },
      { arbitrary: joinOf('and', tie('condition')), weight: 1 },
      { arbitrary: joinOf('or', tie('condition')), weight: 1 },
      {
        arbitrary: tie('condition').map(
          (inner) => ({ kind: 'not', operand: inner, location }) as const,
        ),
        weight: 1,
      },
    ),
    leaf: leafOf(operand),
  })).condition;
}

/** No operand of the same kind: the parser takes its operands in. */
function joinOf(kind: 'and' | 'or', condition: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> {
  return fc.array(condition, { minLength: 2, maxLength: 3 }).map((conditions) => {
    const operands = conditions.flatMap((inner) =>
      inner.kind === kind ? inner.operands : [inner],
    );
    return { kind, operands, location };
  });
}

function leafOf(operand: fc.Arbitrary<Operand>): fc.Arbitrary<Condition> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('comparison' as const),
      path,
      operator: fc.constantFrom(
        ...(['=', '==', '!=', '>', '>=', '<', '<=', '~', '!~', '*='] as const),
      ),
      operatorLocation: fc.constant(location),
      operand,
      location: fc.constant(location),
    }),
    fc.record({
      kind: fc.constant('membership' as const),
      path,
      isNegated: fc.boolean(),
      operands: fc.array(operand, { minLength: 1, maxLength: 3 }),
      location: fc.constant(location),
    }),
    fc.record({
      kind: fc.constant('emptiness' as const),
      path,
      isNegated: fc.boolean(),
      location: fc.constant(location),
    }),
  );
}
