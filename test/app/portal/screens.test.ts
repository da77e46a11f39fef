import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  city,
  country,
  latvia,
  lithuania,
  region,
  valmiera,
  vidzeme,
} from '../support/cascade-editor';
import { picker, pro14, pro16 } from '../support/editor';
import { useFakeDelays, pass } from '../support/fake-delays';
import { mount, press, textOf } from '../support/ui-host';
import { ok } from '../support/replies';

useFakeDelays();

const onForm = { renderContext: 'portal-request', experience: 'portal-request', fieldValue: null };
const onRequest = { renderContext: 'portal-view', experience: 'portal-view' };
const closedText =
  'You can’t choose anything here at the moment. You can send your request without it.';
const closed = { kind: 'problem', code: 'PORTAL_CLOSED', message: closedText, canRetry: false };
const offered = (...objects: { objectId: string; label: string }[]) =>
  ok({
    objects: objects.map((object) => ({
      ...object,
      attributes: [{ name: 'Status', values: [{ value: 'In use' }] }],
    })),
    total: objects.length,
  });
const value = (...objects: { objectId: string; label: string }[]) => ({ objects });
const keys = (screen: { calls: { functionKey: string }[] }) =>
  screen.calls.map(({ functionKey }) => functionKey);

function openForm(functions: Record<string, (payload: Record<string, unknown>) => unknown> = {}) {
  return mount('src/app/object-field/edit.tsx', {
    extension: onForm,
    functions: {
      portalField: () => ok({ cardinality: 'many', isConnected: true }),
      portalSearch: () => offered(pro14, pro16),
      ...functions,
    },
  });
}

describe('an object field on a portal form', () => {
  test('submits what is picked at once, and asks the portal’s functions alone', async () => {
    const screen = await openForm();
    expect(keys(screen)).toEqual(['portalField']);
    await picker(screen).focus();
    await picker(screen).pick(`${pro14.label} · In use`);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }]);
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    await screen.act(screen.get('CustomFieldEdit'), 'onSubmit');
    expect(screen.submitted).toHaveLength(1);
    expect(screen.closed()).toBe(false);
    expect(keys(screen)).toEqual(['portalField', 'portalSearch']);
    expect(screen.all('Button')).toEqual([]);
  });

  test('says in neutral words that nothing can be chosen, without a link or a button', async () => {
    const screen = await openForm({ portalField: () => closed });
    expect(screen.text()).toContain(closedText);
    expect(screen.all('Select')).toEqual([]);
    for (const type of ['Link', 'LoadingButton', 'Button']) expect(screen.all(type)).toEqual([]);
  });

  test('keeps what was picked when the portal closes while the form is open', async () => {
    let isOpen = true;
    const screen = await openForm({ portalSearch: () => (isOpen ? offered(pro14) : closed) });
    await picker(screen).focus();
    await picker(screen).pick(`${pro14.label} · In use`);
    isOpen = false;
    picker(screen).type('mac');
    await pass(300);
    expect(screen.text()).toContain(closedText);
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }]);
  });

  test('asks for each text once while it is open, and again for what failed', async () => {
    let fails = true;
    const failure = { kind: 'problem', code: 'PORTAL_UNREACHABLE', message: 'No', canRetry: true };
    const screen = await openForm({
      portalSearch: ({ text }) => (text === 'pr' && fails ? failure : offered(pro14, pro16)),
    });
    const { focus, type, options, leave } = picker(screen);
    await focus();
    for (const text of ['p', 'pr', 'p', 'pr', '', 'p']) {
      type(text);
      await pass(300);
      fails = false;
    }
    await leave();
    await focus();
    expect(screen.payloadsOf('portalSearch').map(({ text }) => text)).toEqual(['', 'p', 'pr']);
    expect(options()).toHaveLength(2);
  });

  test('says when to try again after too many searches, and tries again', async () => {
    let isLimited = true;
    const message = 'There were too many searches in a short time.';
    const limit = { kind: 'problem', code: 'PORTAL_LIMIT', message, canRetry: true };
    const screen = await openForm({
      portalSearch: () =>
        isLimited ? { ...limit, detail: 'Try again in 12 seconds.' } : offered(pro14),
    });
    await picker(screen).focus();
    expect(screen.text()).toContain('Try again in 12 seconds.');
    isLimited = false;
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(picker(screen).options()).toEqual([`${pro14.label} · In use`]);
    expect(screen.text()).not.toContain('Try again');
  });
});

describe('an object field on a portal form after too many searches', () => {
  const limit = (retryAfterSeconds: number) => ({
    ...{ kind: 'problem', code: 'PORTAL_LIMIT', canRetry: true, retryAfterSeconds },
    message: 'There were too many searches in a short time.',
    detail: `Try again in ${retryAfterSeconds} seconds.`,
  });
  const service = { isLimited: true };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    service.isLimited = true;
  });
  afterEach(() => void vi.restoreAllMocks());

  async function openLimited() {
    const screen = await openForm({
      portalSearch: ({ text }) =>
        text !== '' && service.isLimited ? limit(70) : offered(pro14, pro16),
    });
    const { focus, type } = picker(screen);
    await focus();
    type('mac');
    await pass(300);
    const read = () => screen.all('Box').filter(({ props }) => props.role === 'status');
    return { screen, type, read: () => read().map(textOf).join(' ').trim() };
  }

  test('counts down, of which a screen reader hears the beginning and the end', async () => {
    const { screen, read } = await openLimited();
    const begins = 'This continues by itself in less than 2 minutes. What you entered is kept.';
    expect(screen.text()).toContain('Time left: 1:10');
    expect(screen.text()).not.toContain('Try again');
    expect(read()).toBe(begins);
    await pass(30_000);
    expect(screen.text()).toContain('Time left: 0:40');
    expect(read()).toBe(begins);
    await pass(39_000);
    expect(screen.payloadsOf('portalSearch')).toHaveLength(2);
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    await pass(1_000);
    expect(read()).toBe('The wait is over. Continuing now.');
    expect(screen.text()).not.toContain('Time left');
  });

  test('goes on by itself once, up to 5 seconds after that, with what was typed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.8);
    const { screen } = await openLimited();
    service.isLimited = false;
    await pass(73_500);
    expect(screen.payloadsOf('portalSearch')).toHaveLength(2);
    await pass(1_000);
    expect(screen.payloadsOf('portalSearch').at(-1)).toEqual({ text: 'mac' });
    expect(screen.payloadsOf('portalSearch')).toHaveLength(3);
    expect(picker(screen).options()).toHaveLength(2);
    expect(screen.text()).not.toContain('too many');
  });

  test('goes on by a button where that is refused again, and what was typed stays', async () => {
    const { screen, read } = await openLimited();
    await pass(80_000);
    expect(screen.payloadsOf('portalSearch')).toHaveLength(3);
    expect(read()).toBe('You can try again in less than 2 minutes. What you entered is kept.');
    await pass(100_000);
    expect(screen.payloadsOf('portalSearch')).toHaveLength(3);
    expect(read()).toBe('The wait is over. You can try again.');
    service.isLimited = false;
    await press(screen, 'Try again');
    expect(screen.payloadsOf('portalSearch').at(-1)).toEqual({ text: 'mac' });
    expect(screen.text()).not.toContain('too many');
  });

  test('asks for what is typed meanwhile, and not twice', async () => {
    const { screen, type } = await openLimited();
    await pass(20_000);
    type('macb');
    await pass(300);
    expect(screen.text()).toContain('Time left: 1:10');
    service.isLimited = false;
    await pass(80_000);
    expect(screen.payloadsOf('portalSearch').map(({ text }) => text)).toEqual([
      ...['', 'mac', 'macb', 'macb'],
    ]);
  });
});

describe('an object field on a request', () => {
  const view = (fieldValue: unknown, portalView: () => unknown) =>
    mount('src/app/object-field/view.tsx', {
      extension: { ...onRequest, fieldValue },
      functions: { portalView },
    });

  test('shows the stored labels with the attributes of those that have some', async () => {
    const { objectId } = pro14;
    const attributes = [{ name: 'Status', values: [{ value: 'In use' }] }];
    const screen = await view(value(pro14, pro16), () =>
      ok({ objects: [{ objectId, attributes }] }),
    );
    expect(screen.text()).toContain(pro14.label);
    expect(screen.text()).toContain('In use');
    expect(screen.text()).toContain(pro16.label);
    expect(screen.text()).not.toContain('deleted');
  });

  test('tells objects of one label apart by what the portal shows of them, and by their ids where that is the same', async () => {
    const twins = [pro14, { ...pro16, label: pro14.label }];
    const serials = twins.map(({ objectId }, index) => ({
      objectId,
      attributes: [{ name: 'Serial number', values: [{ value: `C0${index}` }] }],
    }));
    const told = await view(value(...twins), () => ok({ objects: serials }));
    expect(told.text()).toBe(`${pro14.label}\nC00\n${pro14.label}\nC01`);
    const ids = twins.map(({ objectId, label }) => `${label}\n${objectId.slice(0, 8)} (ID)`);
    const untold = await view(value(...twins), () => closed);
    expect(untold.text()).toBe(ids.join('\n'));
  });

  test('shows the stored labels alone where nothing more may be told, and says nothing of it', async () => {
    const screen = await view(value(pro14), () => closed);
    expect(screen.text()).toBe(pro14.label);
    expect(screen.all('Spinner')).toEqual([]);
  });

  test('asks nothing where it is empty', async () => {
    const screen = await view(null, () => closed);
    expect(screen.text()).toBe('None');
    expect(screen.calls).toEqual([]);
  });
});

describe('a cascade on the portal', () => {
  test('sends the whole path with each search', async () => {
    const screen = await mount('src/app/cascade-field/edit.tsx', {
      extension: onForm,
      functions: {
        portalCascade: () => ok({ levels: [country, region, city], isConnected: true }),
        portalCascadeSearch: ({ levelId }) =>
          levelId === country.levelId
            ? offered(latvia)
            : levelId === region.levelId
              ? offered(vidzeme)
              : offered(valmiera),
      },
    });
    for (const [level, place] of [
      [country, latvia],
      [region, vidzeme],
      [city, valmiera],
    ] as const) {
      const select = picker(screen, `level-${level.levelId}`);
      await select.focus();
      await select.pick(`${place.label} · In use`);
    }
    expect(keys(screen)).toEqual([
      'portalCascade',
      ...Array.from({ length: 3 }, () => 'portalCascadeSearch'),
    ]);
    expect(screen.calls.at(-1)?.payload).toMatchObject({
      selections: [{ objects: [latvia] }, { objects: [vidzeme] }, { objects: [] }],
    });
    expect(screen.submitted.at(-1)).toMatchObject({ objects: [valmiera] });
  });

  test('asks for each level, text and choice above it once while it is open', async () => {
    const lists = new Map([
      [country.levelId, [latvia, lithuania]],
      [region.levelId, [vidzeme]],
      [city.levelId, [valmiera]],
    ]);
    const screen = await mount('src/app/cascade-field/edit.tsx', {
      extension: onForm,
      functions: {
        portalCascade: () => ok({ levels: [country, region, city], isConnected: true }),
        portalCascadeSearch: ({ levelId }) => offered(...(lists.get(String(levelId)) ?? [])),
      },
    });
    const open = async (level: typeof country, place: typeof latvia) => {
      const select = picker(screen, `level-${level.levelId}`);
      await select.focus();
      await select.pick(`${place.label} · In use`);
    };
    const asked = () =>
      screen.payloadsOf('portalCascadeSearch').map(({ levelId }) => levelId as string);
    for (const place of [latvia, lithuania, latvia, lithuania]) {
      await open(country, place);
      await open(region, vidzeme);
      await picker(screen, `level-${region.levelId}`).remove('');
    }
    const [first, ...below] = asked();
    expect(first).toBe(country.levelId);
    expect(below).toEqual([region.levelId, region.levelId]);
  });

  test('says in neutral words that nothing can be chosen', async () => {
    const screen = await mount('src/app/cascade-field/edit.tsx', {
      extension: onForm,
      functions: { portalCascade: () => closed },
    });
    expect(screen.text()).toContain(closedText);
    expect(screen.all('Link')).toEqual([]);
  });

  const levels = [
    { levelId: country.levelId, objects: [latvia] },
    { levelId: city.levelId, objects: [valmiera] },
  ];
  const view = (fieldValue: unknown, portalCascadeView = () => closed as unknown) =>
    mount('src/app/cascade-field/view.tsx', {
      extension: { ...onRequest, fieldValue },
      functions: { portalCascadeView },
    });

  test('shows on a request the stored path with the attributes of its end', async () => {
    const { objectId } = valmiera;
    const attributes = [{ name: 'Population', values: [{ value: '23125' }] }];
    const screen = await view({ objects: [valmiera], levels }, () =>
      ok({ objects: [{ objectId, attributes }] }),
    );
    expect(screen.text()).toContain('Latvia / Valmiera');
    expect(screen.text().replaceAll('\n', '')).toContain('23125');
    expect(screen.calls.map(({ payload }) => payload)).toEqual([{ selections: levels }]);
  });

  test('shows the stored path alone on a request where nothing more may be told', async () => {
    const screen = await view({ objects: [valmiera], levels });
    expect(screen.text()).toBe('Latvia / Valmiera');
  });

  test('asks nothing on a request for objects without a path', async () => {
    const screen = await view({ objects: [valmiera] });
    expect(screen.text()).toBe('Valmiera');
    expect(screen.calls).toEqual([]);
  });
});

describe('what people who work on a request see of an empty field', () => {
  const note = 'Customers can’t choose objects here: no access token is saved.';
  const inProject = (type: string, portalNote: () => unknown) =>
    mount('src/app/object-field/view.tsx', {
      extension: { renderContext: 'issue-view', fieldValue: null, project: { type } },
      functions: { portalNote },
    });

  test('is why its customer could choose nothing', async () => {
    const screen = await inProject('service_desk', () => ok({ note }));
    expect(screen.text()).toContain(note);
  });

  test.each([
    ['where they could', 'service_desk', () => ok({ note: null }), 1],
    ['where that can’t be found out', 'service_desk', () => closed, 1],
    ['in another project, where nothing is asked', 'software', () => ok({ note }), 0],
  ] as const)('is nothing more %s', async (_, type, answer, calls) => {
    const screen = await inProject(type, answer);
    expect(screen.text()).toBe('None');
    expect(screen.calls).toHaveLength(calls);
  });
});
