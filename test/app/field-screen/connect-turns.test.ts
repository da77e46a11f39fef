import { describe, expect, test } from 'vitest';
import { laptop, showing, shown } from '../object-field/shown-objects';
import { path } from '../support/cascade-editor';
import { createEventBus, type EventBus } from '../support/event-bus';
import { pass, useFakeDelays } from '../support/fake-delays';
import { found, picker, thinkPad, typeIn } from '../support/editor';
import { consent, ok } from '../support/replies';
import { deferred, mount, press, textOf, type MountedScreen } from '../support/ui-host';

const waits = 'Waiting for you to connect your account';
const state = { isConnected: false };
/** What the service hasn’t said yet. */
const held: { answer?: Promise<unknown> | undefined } = {};

interface Place {
  readonly bus?: EventBus | undefined;
  readonly fieldId?: string;
  readonly issueId?: string;
  readonly renderContext?: string;
}

const viewFunctions = {
  view: () => held.answer ?? (state.isConnected ? showing(shown(laptop)) : consent),
  object: () => (state.isConnected ? ok(shown(laptop)) : consent),
  referrers: () => consent,
  lastChanges: () => consent,
  workItems: () => ok({}),
};
const extensionOf = ({
  fieldId = 'customfield_10050',
  issueId = '1',
  renderContext = 'issue-view',
}: Place) => ({ fieldId, issue: { id: issueId }, renderContext });

const openView = ({ bus, ...place }: Place) =>
  mount('src/app/object-field/view.tsx', {
    bus,
    extension: {
      ...extensionOf(place),
      entryPoint: 'view',
      fieldValue: { objects: [laptop] },
    },
    functions: viewFunctions,
  });
const openCascadeView = ({ bus, ...place }: Place) =>
  mount('src/app/cascade-field/view.tsx', {
    bus,
    extension: { ...extensionOf(place), entryPoint: 'view', fieldValue: path },
    functions: viewFunctions,
  });
const openEditor = ({ bus, ...place }: Place) =>
  mount('src/app/object-field/edit.tsx', {
    bus,
    extension: { ...extensionOf(place), entryPoint: 'edit', fieldValue: null },
    functions: {
      ...viewFunctions,
      field: () => ok({ cardinality: 'many', isConnected: state.isConnected }),
      search: () => (state.isConnected ? found(thinkPad) : consent),
    },
  });

const second = { fieldId: 'customfield_10051' };
const offersConnect = (screen: MountedScreen) => screen.all('LinkButton').length > 0;
const saysWait = (screen: MountedScreen) => screen.text().includes(waits);
const noticeGlyphs = (screen: MountedScreen) =>
  screen
    .all('Icon')
    .flatMap(({ props: { glyph } }) => (glyph === 'information-circle' ? [] : glyph));
const turnsOf = (...screens: MountedScreen[]) =>
  screens.map((screen) => [offersConnect(screen), saysWait(screen)]);
const own = [true, false];
const others = [false, true];

describe('the fields of one page that need a connection', () => {
  useFakeDelays();

  test('let one of them show “Connect”, and the others say that they wait, with their stored labels', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const cascade = await openCascadeView({ bus, ...second });
    const object = await openView({ bus });
    expect(offersConnect(object)).toBe(false);
    await pass(300);
    expect(turnsOf(object, cascade)).toEqual([own, others]);
    expect(cascade.text()).toContain('Latvia / Vidzeme / Valmiera');
    expect(cascade.all('LoadingButton')).toEqual([]);
    expect([object, cascade].map(noticeGlyphs)).toEqual([
      ['status-warning'],
      ['status-information'],
    ]);
    await pass(10_000);
    expect(turnsOf(object, cascade)).toEqual([own, others]);
  });

  test('leave “Connect” to a dialog that covers them, too', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const [object, cascade] = [await openView({ bus }), await openCascadeView({ bus, ...second })];
    await pass(300);
    for (const screen of [object, cascade]) {
      await screen.act(screen.get('Pressable'), 'onClick');
      await pass(300);
      const dialog = textOf(screen.get('Modal'));
      expect(dialog).toContain('Connect your Workspace Data Service account to see the details.');
      expect(dialog).not.toContain(waits);
    }
    expect(turnsOf(object)).toEqual([own]);
    expect(cascade.all('LinkButton')).toHaveLength(1);
  });

  test('go on together once one of them is connected', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const [object, cascade] = [await openView({ bus }), await openCascadeView({ bus, ...second })];
    await pass(300);
    state.isConnected = true;
    await press(object, 'Try again');
    await pass(0);
    expect(turnsOf(object, cascade)).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(cascade.payloadsOf('view')).toHaveLength(2);
  });

  test('keep what was typed in an editor, and look for it again once another one is connected', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const first = await openEditor({ bus });
    const editor = await openEditor({ bus, ...second });
    await typeIn(editor, 'think');
    await pass(300);
    expect(saysWait(editor)).toBe(true);
    expect(offersConnect(first)).toBe(true);
    state.isConnected = true;
    await press(first, 'Try again');
    await pass(0);
    expect(editor.payloadsOf('search').slice(-2)).toEqual([{ text: 'think' }, { text: 'think' }]);
    expect(picker(editor).options()).toEqual([thinkPad.label]);
  });

  test('ask again once where several say at a time that they have gone on', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const view = await openView({ bus });
    await pass(300);
    const answer = deferred<unknown>();
    held.answer = answer.promise;
    for (const rank of ['8', '9']) {
      bus.emit('wds-connect', { page: 'issue-view 1', rank, isLeaving: true });
      await pass(0);
    }
    expect(view.payloadsOf('view')).toHaveLength(2);
    held.answer = undefined;
    answer.resolve(showing(shown(laptop)));
    await pass(0);
    expect(turnsOf(view)).toEqual([[false, false]]);
  });

  test('let an editor go before what is only shown, whichever field it is of', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const view = await openView({ bus });
    await pass(300);
    expect(turnsOf(view)).toEqual([own]);
    const editor = await openEditor({ bus, ...second });
    await pass(300);
    expect(offersConnect(editor)).toBe(true);
    expect(turnsOf(view)).toEqual([others]);
  });

  test('show “Connect” again where the one that showed it is gone without a word', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    let isGone = false;
    const first = await openView({
      bus: {
        ...bus,
        emit(...event) {
          if (!isGone) bus.emit(...event);
        },
      },
    });
    const cascade = await openCascadeView({ bus, ...second });
    await pass(300);
    expect(turnsOf(first, cascade)).toEqual([own, others]);
    isGone = true;
    await pass(10_000);
    expect(turnsOf(cascade)).toEqual([own]);
  });

  test.each([
    ['of another work item', { issueId: '2' }],
    ['of a dialog in front of it', { renderContext: 'issue-transition' }],
  ])('leave those %s alone', async (_, elsewhere) => {
    state.isConnected = false;
    const bus = createEventBus();
    const screens = [await openView({ bus }), await openView({ bus, ...elsewhere })];
    await pass(300);
    expect(turnsOf(...screens)).toEqual([own, own]);
  });

  test('each show “Connect” after 300 ms where events don’t arrive, and at once where there are none', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    bus.isSilent = true;
    const screens = [await openView({ bus }), await openCascadeView({ bus, ...second })];
    await pass(299);
    expect(turnsOf(...screens)).toEqual([
      [false, false],
      [false, false],
    ]);
    await pass(1);
    expect(turnsOf(...screens)).toEqual([own, own]);
    expect(turnsOf(await openView({}))).toEqual([own]);
  });

  test('take no notice of what none of them says', async () => {
    state.isConnected = false;
    const bus = createEventBus();
    const view = await openView({ bus });
    for (const payload of [null, 'x', {}, { page: 'issue-view 1', rank: 7, isLeaving: false }]) {
      bus.emit('wds-connect', payload);
    }
    await pass(300);
    expect(turnsOf(view)).toEqual([own]);
    expect(view.payloadsOf('view')).toHaveLength(1);
  });
});
