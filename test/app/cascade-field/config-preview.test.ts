import { describe, expect, test } from 'vitest';
import { previewLevel } from '../../../src/app/cascade-field/config-contract';
import {
  cascade,
  city,
  configureCascade,
  country,
  levelError,
  levelMatches,
  region,
  writeQuery,
} from '../support/cascade-screen';
import { id, select, unreachable } from '../support/config-screen';
import { press, deferred, settle, type MountedScreen } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { ok } from '../support/replies';

const object = (index: number, label: string) => ({
  objectId: id(100 + index),
  label,
  attributes: [],
});
const germany = object(1, 'Germany');
const bavaria = object(2, 'Bavaria');
const offers: Record<string, unknown[]> = {
  [country.levelId]: [germany, object(3, 'France')],
  [region.levelId]: [bavaria],
  [city.levelId]: [object(4, 'Munich')],
};

useFakeDelays();

describe('the preview', () => {
  test('asks nothing before it is opened, then only for levels that wait for nothing', async () => {
    const screen = await openPreview();
    expect(asked(screen)).toEqual([{ levelId: country.levelId, text: '', selections: [] }]);
    expect(screen.text()).toContain('2 objects match');
    expect(screen.get('CodeBlock').props.text).toBe(`bound ${country.levelId}`);
    expect(select(screen, `level-${country.levelId}`).props.autoFocus).toBe(true);
    const waiting = select(screen, `level-${region.levelId}`).props;
    expect(waiting).toMatchObject({
      isDisabled: true,
      placeholder: 'Choose Country first',
    });
  });

  test('walks from level to level with what was chosen above, and says what is missing until the path has an end', async () => {
    const screen = await openPreview();
    const missing = 'Choose Region and City, or clear the whole field.';
    const above = [
      { levelId: country.levelId, objects: [chosen(germany)] },
      { levelId: region.levelId, objects: [chosen(bavaria)] },
    ];
    await pick(screen, country.levelId, germany);
    expect(screen.text()).toContain(missing);
    await pick(screen, region.levelId, bavaria);
    expect(asked(screen).slice(1)).toEqual([
      { levelId: region.levelId, text: '', selections: above.slice(0, 1) },
      { levelId: city.levelId, text: '', selections: above },
    ]);
    await pick(screen, city.levelId, object(4, 'Munich'));
    expect(screen.text()).toContain('The field would hold: Munich.');
    expect(screen.text()).not.toContain('or clear the whole field');
    expect(screen.submitted).toEqual([]);
  });

  test('shows and searches the attributes that are chosen, before they are saved', async () => {
    const attribute = { attributeId: id(30), name: 'Code', attributeTypeCode: 'TEXT' };
    const screen = await openPreview({
      configuration: { ...cascade, attributes: [attribute], searchedAttributes: [attribute] },
      cascadePreview: () =>
        ok({
          objects: [{ ...germany, attributes: [{ ...attribute, values: [{ value: 'DE' }] }] }],
          total: 1,
          query: '',
        }),
    });
    expect(previewed(screen)).toMatchObject([
      { attributes: [attribute], searchedAttributes: [attribute] },
    ]);
    const options = select(screen, `level-${country.levelId}`).props.options as { label: string }[];
    expect(options.map(({ label }) => label.replace(/\s+/g, ' '))).toEqual(['Germany · DE']);
  });

  test('clears what the queries no longer allow below a changed level, and says so as the editor does', async () => {
    const screen = await openPreview({
      cascadePreviewAllowed: () => ok({ levels: [{ levelId: region.levelId, objectIds: [] }] }),
    });
    await pick(screen, country.levelId, germany);
    await pick(screen, region.levelId, bavaria);
    await pick(screen, country.levelId, object(3, 'France'));
    expect(select(screen, `level-${region.levelId}`).props.value).toEqual([]);
    expect(allowedCalls(screen)).toMatchObject([
      { workspaceId: cascade.workspaceId, levels: [{}, {}, {}], changedLevelId: country.levelId },
    ]);
    expect(screen.text()).toContain('Bavaria isn’t available for France, so Region was cleared.');
  });

  test('ends a path where a level offers nothing, as the editor does', async () => {
    const screen = await openPreview({
      cascadePreview: ({ levelId }) => {
        const objects = levelId === country.levelId ? [germany] : [];
        return ok({ objects, total: objects.length, query: '' });
      },
    });
    await pick(screen, country.levelId, germany);
    expect(screen.text()).toContain('0 objects match');
    expect(screen.text()).toContain('The field would hold: Germany.');
    expect(screen.text()).toContain('Region has no options for what you picked.');
  });

  test('asks anew for a changed query once that is checked, and keeps what was chosen above', async () => {
    const screen = await openPreview();
    await pick(screen, country.levelId, germany);
    await writeQuery(screen, region.levelId, 'Country = {{Country}}');
    const before = asked(screen).length;
    await pass(600);
    expect(asked(screen).slice(before)).toContainEqual({
      levelId: region.levelId,
      text: '',
      selections: [{ levelId: country.levelId, objects: [chosen(germany)] }],
    });
    expect(select(screen, `level-${country.levelId}`).props.value).toMatchObject({
      label: 'Germany',
    });
  });

  test('shows count and query of the newest answer only', async () => {
    const early = deferred<unknown>();
    const answer = (text: string) =>
      ok({ objects: [], total: text.length, query: `bound "${text}"` });
    const screen = await openPreview({
      cascadePreview: ({ text }) => (text === 'Ger' ? early.promise : answer(String(text))),
    });
    for (const text of ['Ger', 'Germany']) {
      const picker = select(screen, `level-${country.levelId}`);
      screen.fire(picker, 'onInputChange', text, { action: 'input-change' });
      await pass(600);
    }
    early.resolve(answer('Ger'));
    await settle();
    expect(screen.text()).toContain('7 objects match');
    expect(screen.get('CodeBlock').props.text).toBe('bound "Germany"');
  });

  test('offers nothing on a level whose query is faulty', async () => {
    const screen = await openPreview({
      cascadeCheck: () => ok({ levels: [levelError(), levelMatches(), levelMatches()] }),
    });
    expect(asked(screen)).toEqual([]);
    expect(screen.text()).toContain('Correct the query of this level to see what it offers.');
  });

  test('asks for the levels that work after a save was refused', async () => {
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => ok({ levels: [levelMatches(), levelMatches(), levelError()] }),
    });
    await pass(600);
    await press(screen, 'Save');
    expect(screen.text()).toContain('Correct the query of “City”.');
    await press(screen, 'Open preview');
    expect(previewed(screen).map((payload) => previewLevel.payload.parse(payload))).toMatchObject([
      { workspaceId: cascade.workspaceId, levelId: country.levelId },
    ]);
  });

  test('says what keeps a level from being asked', async () => {
    const screen = await openPreview({ cascadePreview: () => unreachable });
    expect(screen.text()).toContain('Unreachable.');
  });
});

async function openPreview(options: Parameters<typeof configureCascade>[0] = {}) {
  const screen = await configureCascade({
    configuration: cascade,
    cascadePreview: ({ levelId }) => {
      const objects = offers[levelId as string] ?? [];
      return ok({ objects, total: objects.length, query: `bound ${String(levelId)}` });
    },
    ...options,
  });
  await pass(600);
  expect(asked(screen)).toEqual([]);
  await press(screen, 'Open preview');
  return screen;
}

/** Picks on a level; of several, those are chosen already that come first. */
async function pick(
  screen: MountedScreen,
  levelId: string,
  ...objects: ReturnType<typeof object>[]
) {
  const picker = select(screen, `level-${levelId}`);
  const options = objects.map(({ objectId, label }) => ({ value: `${objectId} `, label }));
  await screen.act(picker, 'onChange', picker.props.isMulti === true ? options : options[0]);
}

const chosen = ({ objectId, label }: ReturnType<typeof object>) => ({ objectId, label });

const previewed = (screen: MountedScreen) => screen.payloadsOf('cascadePreview');

const asked = (screen: MountedScreen) =>
  previewed(screen).map(({ levelId, text, selections }) => ({ levelId, text, selections }));

const allowedCalls = (screen: MountedScreen) => screen.payloadsOf('cascadePreviewAllowed');
