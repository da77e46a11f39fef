import { afterEach, describe, expect, test, vi } from 'vitest';
import { attribute, laptop, linesOf, showing, shown } from '../object-field/shown-objects';
import { consent, ok, problem } from '../support/replies';
import { deferred, mount, press, settle, textOf } from '../support/ui-host';

describe('the dialog with all of an object', () => {
  type Answers = Record<'referrers' | 'lastChanges' | 'workItems', () => unknown>;
  const nothing: Answers = {
    referrers: () => ok({}),
    lastChanges: () => ok({ changes: [] }),
    workItems: () => ok({}),
  };

  async function open(object: () => unknown, answers: Partial<Answers> = {}) {
    const screen = await mount('src/app/object-field/view.tsx', {
      extension: { fieldValue: { objects: [laptop] } },
      context: { locale: 'en-US', timezone: 'America/New_York' },
      functions: { view: () => showing(shown(laptop)), object, ...nothing, ...answers },
    });
    await screen.act(screen.get('Pressable'), 'onClick');
    return screen;
  }
  const details = {
    ...shown(laptop, { attributes: [attribute('Status', 'In use'), attribute('Memory', '32')] }),
    typeName: 'Laptop',
  };

  test('is opened by a button that names the object, asks for it then, and anew when it is opened again', async () => {
    const screen = await open(() => ok(details));
    expect(screen.get('Icon').props.label).toBe('All details of MacBook Pro 14');
    const asked = screen.calls.slice(1);
    expect(new Set(asked.map(({ functionKey }) => functionKey))).toEqual(
      new Set(['object', 'referrers', 'workItems', 'lastChanges']),
    );
    expect(asked).toHaveLength(4);
    for (const { payload } of asked) expect(payload).toEqual({ objectId: laptop.objectId });
    expect(linesOf(screen).slice(1)).toEqual(['Laptop', 'Status', 'In use', 'Memory', '32']);
    const link = screen.get('LinkButton', { href: details.url, target: '_blank' });
    expect(textOf(link)).toBe('Open');
    await screen.act(screen.get('Button', { appearance: 'primary' }), 'onClick');
    expect(screen.all('Modal')).toEqual([]);
    await screen.act(screen.get('Pressable'), 'onClick');
    expect(screen.payloadsOf('object')).toHaveLength(2);
  });

  test('has the symbol of the type in its title', async () => {
    const screen = await open(() => ok({ ...details, symbol: '💻' }));
    expect(textOf(screen.get('ModalTitle'))).toBe('💻 MacBook Pro 14');
  });

  test('links a person’s email', async () => {
    const person = { ...attribute('Owner'), attributeTypeCode: 'USER' };
    const values = [{ value: laptop.objectId, details: { name: 'Ann', email: 'a@example.com' } }];
    const value = { ...details, attributes: [{ ...person, values }] };
    const screen = await open(() => ok(value));
    expect(textOf(screen.get('Link', { href: 'mailto:a@example.com' }))).toBe('Ann');
  });

  const address = '/issues/?jql=x';
  const page = 'https://wds.example.com/o/1/referrers';
  const change = (more: object = {}) => ({
    changedAt: '2026-03-31T23:30:00Z',
    userName: 'Ann',
    isByOperator: false,
    action: 'change',
    attributeNames: ['Status'],
    moreAttributes: 0,
    ...more,
  });

  test.each([
    ['one', 1, 'Referred to by 1 object', 'On 1 work item'],
    ['many', 1_200, 'Referred to by 1,200 objects', 'On 1,200 work items'],
  ])(
    'counts and links what refers to it, and the work items with it: %s',
    async (_, count, ...is) => {
      const screen = await open(() => ok(details), {
        referrers: () => ok({ counted: { count, address: page } }),
        workItems: () => ok({ address, count }),
      });
      const links = [page, address].map((href) => screen.get('Link', { href, openNewTab: true }));
      expect(links.map(textOf)).toEqual(is);
    },
  );

  test('says nothing of references where there are none, and no number where Jira doesn’t find the work item yet', async () => {
    const screen = await open(() => ok(details), {
      referrers: () => ok({ counted: { count: 0, address: page } }),
      workItems: () => ok({ address, count: 0 }),
    });
    expect(screen.text()).not.toContain('Referred');
    expect(textOf(screen.get('Link', { href: address }))).toBe('Work items with this object');
  });

  test('links Jira’s search for the work items where Jira can search but doesn’t count', async () => {
    const screen = await open(() => ok(details), { workItems: () => ok({ address }) });
    expect(textOf(screen.get('Link', { href: address }))).toBe('Work items with this object');
    const without = await open(() => ok(details));
    expect(without.text()).not.toMatch(/work item/i);
  });

  test('names what was last changed, by whom, and when as the person reads it', async () => {
    const changes = [
      change({ attributeNames: ['Status', 'Owner', 'Memory'], moreAttributes: 2 }),
      change({ userName: undefined, action: 'restore' }),
      change({ userName: undefined, isByOperator: true, attributeNames: [] }),
    ];
    const screen = await open(() => ok(details), { lastChanges: () => ok({ changes }) });
    const lines = linesOf(screen).map((line) =>
      line.replace(/[\u2068\u2069]/g, '').replaceAll('\u202f', ' '),
    );
    const when = ', Mar 31, 2026, 7:30 PM';
    expect(lines.slice(lines.indexOf('Last changes') + 1)).toEqual([
      `Ann${when} · Status, Owner, Memory +2`,
      `A former member${when} · Restored`,
      `The operator of the service${when} · Changed`,
    ]);
    const created = await open(() => ok(details), {
      lastChanges: () => ok({ changes: [change({ action: 'create' })] }),
    });
    expect(created.text()).toContain(' · Created');
  });

  test.each([
    ['referrers', 'References can’t be shown now.'],
    ['workItems', 'Work items can’t be shown now.'],
    ['lastChanges', 'History can’t be shown now.'],
  ] as const)('shows the rest where there is no answer about %s', async (missing, text) => {
    const screen = await open(() => ok(details), {
      referrers: () => ok({ counted: { count: 2, address: page } }),
      workItems: () => ok({ address, count: 3 }),
      lastChanges: () => ok({ changes: [change()] }),
      [missing]: () => problem('No answer.'),
    });
    const all = [text, 'Referred to by 2', 'On 3', 'Last changes', 'In use'];
    expect(all.filter((part) => !screen.text().includes(part))).toHaveLength(1);
    expect(screen.text()).toContain(text);
    expect(screen.text()).not.toContain('No answer.');
  });

  test('asks to connect once, and says nothing of an object’s surroundings without the object', async () => {
    const lost = { referrers: () => consent, lastChanges: () => consent };
    const unconnected = await open(() => consent, lost);
    expect(unconnected.text().match(/Connect your/g)).toHaveLength(1);
    expect(unconnected.text()).not.toContain('can’t be shown');
    let isDown = true;
    const answer = (value: object) => () => (isDown ? problem('It is down.') : ok(value));
    const screen = await open(answer(details), {
      referrers: answer({ counted: { count: 2, address: page } }),
      workItems: () => ok({ address, count: 3 }),
      lastChanges: answer({ changes: [change()] }),
    });
    expect(screen.text()).not.toContain('can’t be shown');
    expect(screen.text()).toContain('On 3 work items');
    isDown = false;
    await press(screen, 'Try again');
    expect(screen.text()).toContain('Referred to by 2 objects');
    expect(screen.text()).toContain('Last changes');
  });

  test('shows the object while its surroundings load, and says that they do', async () => {
    const slow = deferred<unknown>();
    const screen = await open(() => ok(details), { lastChanges: () => slow.promise });
    expect(screen.text()).toContain('In use');
    expect(screen.get('Spinner').props.label).toContain('last changes');
    slow.resolve(ok({ changes: [change()] }));
    await settle();
    expect(screen.all('Spinner')).toEqual([]);
  });

  describe('copies the link', () => {
    afterEach(() => void vi.unstubAllGlobals());

    test('where the browser lets the app do so', async () => {
      const copied: string[] = [];
      const writeText = (text: string) => Promise.resolve(void copied.push(text));
      vi.stubGlobal('navigator', { clipboard: { writeText } });
      const screen = await open(() => ok(details));
      await press(screen, 'Copy link');
      expect(copied).toEqual([details.url]);
      expect(textOf(screen.get('Box', { role: 'status' }))).toBe('Link copied');
    });

    test.each([
      ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('Not allowed')) } }],
      ['has no clipboard', {}],
    ])('to a field for the person to copy by hand where the browser %s', async (_, navigator) => {
      vi.stubGlobal('navigator', navigator);
      const screen = await open(() => ok(details));
      expect(screen.all('Textfield')).toEqual([]);
      await press(screen, 'Copy link');
      const field = screen.get('Textfield', { isReadOnly: true, autoFocus: true });
      expect(field.props.value).toBe(details.url);
      expect(screen.get('Label', { labelFor: field.props.id })).toBeDefined();
    });
  });

  test('says that it loads', async () => {
    const screen = await open(() => new Promise(() => undefined));
    expect(screen.get('Spinner').props.label).toBe('Loading all details');
  });

  test('says that there is nothing more to see', async () => {
    const screen = await open(() => ok({ ...details, attributes: [] }));
    expect(screen.text()).toContain('no other details');
  });

  test.each([
    ['consent', consent, 'Connect your Workspace Data Service account to see'],
    ['a problem', problem('It is gone.', false), 'gone'],
    ['another shape', { kind: 'ok', value: [] }, 'Something went wrong'],
  ])('says what is wrong where the answer is %s', async (_, reply, text) => {
    expect((await open(() => reply)).text()).toContain(text);
  });
});
