import { expect, test } from 'vitest';
import { cascadeValueOf, readCascadeValue } from '../../../src/app/cascade-field/cascade-value';
import {
  mustAskWhatIsAllowed,
  prune,
  select,
  selectedOn,
  selectionsOf,
  selectionsPayload,
  waitsFor,
  type Change,
  type Selections,
} from '../../../src/app/cascade-field/selection';
import type { StoredObject } from '../../../src/app/objects/stored-value';
import { createFixture, uuid, onIssue, type Fixture } from '../support/resolver-fixture';
import type { ServiceObject } from '../support/service-site';
import fc from '../../support/property-testing';
import type * as z from 'zod/mini';
import type { ResolverFunction } from '../../../src/app/replies/reply';
import {
  findAllowed,
  readCascade,
  searchLevel,
} from '../../../src/app/cascade-field/cascade-field-contract';

/** A reference that a level's query has to an earlier level. */
interface Reference {
  readonly to: number;
  readonly operator: '=' | '!=';
}

interface ModelLevel {
  readonly isMultiple: boolean;
  readonly references: readonly Reference[];
  /** For each object, the objects of each earlier level that it names, by their numbers. */
  readonly objects: readonly (readonly (readonly number[])[])[];
}

const objectCount = 3;
const levelIdOf = (level: number) => uuid(800 + level);
const objectIdOf = (level: number, index: number) => uuid(1_000 * (level + 1) + index);

const hierarchy = fc
  .integer({ min: 2, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, level) => modelLevel(level))));

function modelLevel(level: number): fc.Arbitrary<ModelLevel> {
  const earlier = Array.from({ length: level }, (_, index) => index);
  const named = fc.subarray(
    Array.from({ length: objectCount }, (_, index) => index),
    { minLength: 1, maxLength: 2 },
  );
  return fc.record({
    isMultiple: fc.constantFrom(true, true, false),
    // Each level hangs on the one before it, so that a change runs down all of them.
    references: fc
      .subarray(earlier.slice(0, -1))
      .chain((targets) =>
        fc.tuple(
          ...[...targets, ...earlier.slice(-1)].map((to) =>
            fc.record({ to: fc.constant(to), operator: fc.constantFrom('=', '=', '=', '!=') }),
          ),
        ),
      ),
    objects: fc.array(fc.tuple(...earlier.map(() => named)), {
      minLength: objectCount,
      maxLength: objectCount,
    }),
  });
}

function configurationOf(levels: readonly ModelLevel[]) {
  return {
    version: 1,
    workspaceId: uuid(900),
    levels: levels.map(({ isMultiple, references }, level) => ({
      levelId: levelIdOf(level),
      name: `Level ${level}`,
      isMultiple,
      query: [
        `Kind = "k${level}"`,
        ...references.map(({ to, operator }) => `Of${to} ${operator} {{level ${to}}}`),
      ].join(' and '),
    })),
  };
}

function objectsOf(levels: readonly ModelLevel[]): ServiceObject[] {
  return levels.flatMap(({ objects }, level) =>
    objects.map((named, index) => ({
      id: objectIdOf(level, index),
      label: `Object ${level}.${index}`,
      references: {
        Kind: [`k${level}`],
        ...Object.fromEntries(
          levels.map((_, to) => [`Of${to}`, (named[to] ?? []).map((one) => objectIdOf(to, one))]),
        ),
      },
    })),
  );
}

/** Whether a level's query allows an object, told from the hierarchy alone. */
function isAllowed(
  levels: readonly ModelLevel[],
  selections: Selections,
  level: number,
  { objectId }: StoredObject,
): boolean {
  const named = levels[level]?.objects.find((_, index) => objectIdOf(level, index) === objectId);
  if (!named) return false;
  return (levels[level]?.references ?? []).every(({ to, operator }) => {
    const selected = selectedOn(selections, levelIdOf(to)).map((object) => object.objectId);
    const isNamed = (named[to] ?? []).some((one) => selected.includes(objectIdOf(to, one)));
    return selected.length > 0 && isNamed === (operator === '=');
  });
}

interface Model {
  readonly levels: readonly ModelLevel[];
}

interface Editor {
  readonly screen: CascadeCaller;
  selections: Selections;
}

/** What the editor does with a new selection on one level. */
async function change(
  model: Model,
  editor: Editor,
  level: number,
  objects: readonly StoredObject[],
): Promise<void> {
  const { levels } = await editor.screen.field();
  const changedLevelId = levelIdOf(level);
  let changed: Change<StoredObject> = select(editor.selections, levels, changedLevelId, objects);
  expectNothingLostForNothing(model, changed);
  if (mustAskWhatIsAllowed(changed.selections, levels, changedLevelId)) {
    const selections = selectionsPayload(changed.selections);
    const allowed = await editor.screen.allowed({ changedLevelId, selections });
    changed = prune(changed.selections, allowed.levels);
    expectNothingLostForNothing(model, changed);
  }
  editor.selections = changed.selections;
  expectAllowed(model, editor.selections);
}

function expectNothingLostForNothing(
  { levels }: Model,
  { selections, removed }: Change<StoredObject>,
) {
  for (const { levelId, objects } of removed) {
    const level = levels.findIndex((_, index) => levelIdOf(index) === levelId);
    for (const object of objects) {
      expect(isAllowed(levels, selections, level, object)).toBe(false);
    }
  }
}

function expectAllowed({ levels }: Model, selections: Selections) {
  selections.forEach(({ objects }, level) => {
    for (const object of objects) expect(isAllowed(levels, selections, level, object)).toBe(true);
  });
}

class Pick implements fc.AsyncCommand<Model, Editor> {
  constructor(
    readonly level: number,
    readonly nth: number,
  ) {}
  check = ({ levels }: Readonly<Model>) => this.level < levels.length;
  toString = () => `pick(level ${this.level}, object ${this.nth})`;

  async run(model: Model, editor: Editor) {
    const { levels } = await editor.screen.field();
    const facts = levels[this.level];
    if (!facts || waitsFor(editor.selections, levels, facts).length > 0) return;
    const selections = selectionsPayload(editor.selections);
    const offer = await editor.screen.search({ levelId: facts.levelId, text: '', selections });
    for (const object of offer.objects) {
      expect(isAllowed(model.levels, editor.selections, this.level, object)).toBe(true);
    }
    const picked = offer.objects[this.nth % Math.max(1, offer.objects.length)];
    if (!picked) return;
    const { objectId, label } = picked;
    const before = selectedOn(editor.selections, facts.levelId);
    const others = before.filter((object) => object.objectId !== objectId);
    const next = facts.isMultiple ? [...others, { objectId, label }] : [{ objectId, label }];
    await change(model, editor, this.level, next);
  }
}

/** Goes down all levels, so that there is something that a change can take away. */
class Fill implements fc.AsyncCommand<Model, Editor> {
  constructor(readonly nth: number) {}
  check = () => true;
  toString = () => `fill(object ${this.nth} and the next)`;

  async run(model: Model, editor: Editor) {
    for (const [level] of model.levels.entries()) {
      await new Pick(level, this.nth).run(model, editor);
      await new Pick(level, this.nth + 1).run(model, editor);
    }
  }
}

class Remove implements fc.AsyncCommand<Model, Editor> {
  constructor(
    readonly level: number,
    readonly nth: number,
  ) {}
  check = ({ levels }: Readonly<Model>) => this.level < levels.length;
  toString = () => `remove(level ${this.level}, object ${this.nth})`;

  async run(model: Model, editor: Editor) {
    const before = selectedOn(editor.selections, levelIdOf(this.level));
    const gone = this.nth % Math.max(1, before.length);
    await change(
      model,
      editor,
      this.level,
      before.filter((_, index) => index !== gone),
    );
  }
}

class Clear implements fc.AsyncCommand<Model, Editor> {
  constructor(readonly level: number) {}
  check = ({ levels }: Readonly<Model>) => this.level < levels.length;
  toString = () => `clear(level ${this.level})`;

  run = (model: Model, editor: Editor) => change(model, editor, this.level, []);
}

/** Saves, and opens the editor again on what was saved. */
class Reopen implements fc.AsyncCommand<Model, Editor> {
  check = () => true;
  toString = () => 'reopen';

  async run(model: Model, editor: Editor) {
    const { levels } = await editor.screen.field();
    const value = cascadeValueOf(editor.selections);
    expect(value === null).toBe(editor.selections.every(({ objects }) => objects.length === 0));
    if (value === null) return;
    expect(selectionsOf(readCascadeValue(value), levels)).toEqual(editor.selections);
    expectAllowed(model, editor.selections);
  }
}

const level = fc.nat({ max: 3 });
const nth = fc.nat({ max: objectCount });
const pick = fc.tuple(level, nth).map(([at, index]) => new Pick(at, index));
const commands = fc.commands(
  [
    pick,
    nth.map((first) => new Fill(first)),
    fc.tuple(level, nth).map(([at, index]) => new Remove(at, index)),
    level.map((at) => new Clear(at)),
    fc.constant(new Reopen()),
  ],
  { maxCommands: 12, size: 'max' },
);

test('leaves, after any selections and clears, a value whose every level its query allows, and takes away nothing else', async () => {
  const fixture = createFixture();
  await fc.assert(
    fc.asyncProperty(hierarchy, commands, async (levels, sequence) => {
      fixture.objects.splice(0, fixture.objects.length, ...objectsOf(levels));
      const screen = callerOf(fixture, configurationOf(levels));
      const nothing = levels.map((_, index) => ({ levelId: levelIdOf(index), objects: [] }));
      await fc.asyncModelRun(
        () => ({ model: { levels }, real: { screen, selections: nothing } }),
        sequence,
      );
    }),
    { numRuns: 40 },
  );
});

type CascadeCaller = ReturnType<typeof callerOf>;

/** Calls the resolver as an editor of this configuration does; fails where a call is not answered. */
function callerOf(fixture: Fixture, configuration: unknown) {
  async function ask<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
    { key, reply }: ResolverFunction<Payload, Value>,
    payload: z.input<Payload>,
  ): Promise<z.output<Value>> {
    const answer = await fixture.call(key, payload, {
      moduleKey: 'workspace-cascade',
      extension: { ...onIssue, configuration },
    });
    return reply.parse((answer as { value: unknown }).value);
  }
  return {
    field: () => ask(readCascade, {}),
    search: (payload: z.input<(typeof searchLevel)['payload']>) => ask(searchLevel, payload),
    allowed: (payload: z.input<(typeof findAllowed)['payload']>) => ask(findAllowed, payload),
  };
}
