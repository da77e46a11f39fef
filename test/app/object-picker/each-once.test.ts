import { expect, test } from 'vitest';
import fc from '../../support/property-testing';
import { edit, foundOf, picker, pro14, pro16, thinkPad } from '../support/editor';
import { objectKey } from '../../../src/app/objects/stored-value';
import { useFakeDelays, pass } from '../support/fake-delays';
import type { MountedScreen } from '../support/ui-host';

useFakeDelays();

const laptops = [pro14, pro16, thinkPad];
const place = fc.nat({ max: laptops.length - 1 });
const cardinality = fc.constantFrom('one' as const, 'many' as const);
/** Ids mean the same in any case, and anyone may write a value through Jira’s REST. */
const stored = fc.array(fc.record({ place, isUpperCase: fc.boolean() }), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('pick' as const), place }),
  /** From a list that was drawn before the last change. */
  fc.record({ kind: fc.constant('pickLate' as const), place }),
  fc.record({ kind: fc.constant('remove' as const), place }),
  fc.record({ kind: fc.constant('type' as const), text: fc.constantFrom('', 'mac', 'think') }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const search = ({ text }: Record<string, unknown>) => {
  const matching = laptops.filter(({ label }) => label.toLowerCase().includes(String(text)));
  return foundOf(matching.length, ...matching);
};

interface HostOption {
  readonly value: string;
}

const keyOf = ({ value }: HostOption) => objectKey(value.split('\n')[0] ?? '');

/** What the host’s Select shows of picks, and what it offers beside them. */
function readLists(screen: MountedScreen) {
  const { select, rawOptions } = picker(screen);
  const { value, isMulti } = select().props;
  const chosen = [value ?? []].flat() as HostOption[];
  return { chosen, isMulti: isMulti === true, offered: rawOptions() as HostOption[] };
}

async function take(screen: MountedScreen, made: Step, first: readonly HostOption[]) {
  const { select, type } = picker(screen);
  const { chosen, isMulti, offered } = readLists(screen);
  const report = (option: HostOption | undefined) =>
    option && screen.act(select(), 'onChange', isMulti ? [...chosen, option] : option);
  switch (made.kind) {
    case 'pick':
      return report(offered[made.place]);
    case 'pickLate':
      return report(first[made.place]);
    case 'remove': {
      const rest = chosen.filter((_, index) => index !== made.place);
      return screen.act(select(), 'onChange', isMulti ? rest : null);
    }
    case 'type':
      type(made.text);
      return pass(300);
  }
}

function expectEachOnce(screen: MountedScreen) {
  const { chosen, offered, isMulti } = readLists(screen);
  const [chosenKeys, offeredKeys] = [chosen.map(keyOf), offered.map(keyOf)];
  expect(chosenKeys).toEqual([...new Set(chosenKeys)]);
  expect(offeredKeys).toEqual([...new Set(offeredKeys)]);
  // What a single pick would be replaced with is offered too. The host marks it by its value.
  const marked = offered.filter((option) => chosen.some(({ value }) => value === option.value));
  const both = offeredKeys.filter((key) => chosenKeys.includes(key));
  expect(both).toEqual(isMulti ? [] : marked.map(keyOf));
}

test('A picker lists each object once, whatever is stored and picked, also after a change of cardinality', () =>
  fc.assert(
    fc.asyncProperty(
      stored,
      fc.array(fc.record({ cardinality, steps: fc.array(step, { maxLength: 6 }) }), {
        minLength: 1,
        maxLength: 2,
      }),
      async (before, visits) => {
        let fieldValue: unknown = {
          objects: before.map(({ place: index, isUpperCase }) => {
            const { objectId, label } = laptops[index] ?? pro14;
            return { objectId: isUpperCase ? objectId.toUpperCase() : objectId, label };
          }),
        };
        for (const visit of visits) {
          const screen = await edit({ fieldValue, cardinality: visit.cardinality, search });
          await picker(screen).focus();
          const first = readLists(screen).offered;
          expectEachOnce(screen);
          for (const made of visit.steps) {
            await take(screen, made, first);
            expectEachOnce(screen);
          }
          fieldValue = screen.submitted.at(-1) ?? fieldValue;
        }
      },
    ),
    { numRuns: 20 },
  ));
