import type { Condition, Operand, Path, Query } from '../../../../../src/query';
import { compareBy, type Operator } from './compare-by';
import { Meaningless } from './meaningless';
import { endsOf, readableTypes, type Asked } from './names';
import { sortsOf } from './sorting';
import { valuesAt } from './values-at';
import type { WorldObject } from './world';

type Test = (object: WorldObject) => boolean;

/**
 * The ids of the objects that a query finds, in their order: read off the objects one by one, as
 * docs/query-language.md says it.
 * @throws Meaningless
 */
export function evaluate(query: Query, asked: Asked): string[] {
  const types = searchedTypes(asked);
  const holds = query.condition ? testOf(query.condition, asked) : () => true;
  const sorts = sortsOf(query, types, asked);
  return asked.world.objects
    .filter(({ typeId }) => types.some(({ id }) => id === typeId))
    .filter(holds)
    .sort((one, other) => sorts.map((sort) => sort(one, other)).find((order) => order !== 0) ?? 0)
    .map(({ id }) => id);
}

function searchedTypes(asked: Asked) {
  const types = readableTypes(asked);
  return asked.typeId === undefined ? types : types.filter(({ id }) => id === asked.typeId);
}

function testOf(condition: Condition, asked: Asked): Test {
  switch (condition.kind) {
    case 'and': {
      const tests = condition.operands.map((operand) => testOf(operand, asked));
      return (object) => tests.every((test) => test(object));
    }
    case 'or': {
      const tests = condition.operands.map((operand) => testOf(operand, asked));
      return (object) => tests.some((test) => test(object));
    }
    case 'not':
      return opposite(testOf(condition.operand, asked));
    case 'emptiness': {
      endsOf(condition.path, searchedTypes(asked), asked);
      const isEmpty: Test = (object) => valuesAt(object, condition.path.names, asked).length === 0;
      return condition.isNegated ? opposite(isEmpty) : isEmpty;
    }
    case 'membership': {
      const test = anyValueTest(condition.path, '=', condition.operands, asked);
      return condition.isNegated ? opposite(test) : test;
    }
    case 'comparison': {
      const { path, operator, operand } = condition;
      if (operator === '!=') return opposite(anyValueTest(path, '=', [operand], asked));
      if (operator === '!~') return opposite(anyValueTest(path, '~', [operand], asked));
      return anyValueTest(path, operator, [operand], asked);
    }
  }
}

function opposite(test: Test): Test {
  return (object) => !test(object);
}

/** A name can mean several kinds of values; the comparison has to fit one of them. */
function anyValueTest(
  path: Path,
  operator: Operator,
  operands: readonly Operand[],
  asked: Asked,
): Test {
  const ends = endsOf(path, searchedTypes(asked), asked);
  const tests = new Map(
    [...ends].map(([kind, end]) => [kind, compareBy(kind, operator, operands, end, asked)]),
  );
  const isMeant = ends.size === 0 || [...tests.values()].some((test) => test !== undefined);
  if (!isMeant) throw new Meaningless();
  return (object) =>
    valuesAt(object, path.names, asked).some(
      ({ kind, value }) => tests.get(kind)?.(value) ?? false,
    );
}
