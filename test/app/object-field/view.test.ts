import { afterEach, describe, expect, test, vi } from 'vitest';
import { deferred, mount, press, settle, textOf } from '../support/ui-host';
import { attribute, laptop, linesOf, showing, shown } from './shown-objects';
import { consent, ok, problem } from '../support/replies';

const other = { objectId: '0b0c0d0e-0000-4000-8000-000000000002', label: 'ThinkPad X1' };

function show(fieldValue: unknown, view?: (payload: Record<string, unknown>) => unknown) {
  return mount('src/app/object-field/view.tsx', {
    extension: { fieldValue },
    functions: view ? { view } : {},
  });
}

test('shows the current label as a link, and the attributes beside it', async () => {
  const attributes = [attribute('Status', 'In use'), attribute('Memory', '32')];
  const screen = await show({ objects: [laptop] }, () => showing(shown(laptop, { attributes })));
  expect(screen.get('Link').props).toMatchObject({
    href: `https://wds.example.com/o/${laptop.objectId}`,
    openNewTab: true,
  });
  expect(linesOf(screen)).toEqual(['MacBook Pro 14', 'In use ·', '32']);
});

test('draws values by their type: a state beside the label, initials, and a named time as the person reads it', async () => {
  const typed = (attributeTypeCode: string, value: string, details?: object) => ({
    ...attribute(attributeTypeCode),
    attributeTypeCode,
    values: [{ value, ...(details && { details }) }],
  });
  const attributes = [
    typed('WORKFLOW', laptop.objectId, { name: 'Ended', isEndState: true }),
    typed('USER', laptop.objectId, { name: 'Ann', email: 'ann@example.com' }),
    typed('DATETIME', '2026-03-31T23:30:00Z'),
  ];
  const screen = await mount('src/app/object-field/view.tsx', {
    extension: { fieldValue: { objects: [laptop] } },
    context: { locale: 'de-DE', timezone: 'America/New_York' },
    functions: { view: () => showing(shown(laptop, { attributes })) },
  });
  expect(screen.get('Lozenge').props.appearance).toBe('success');
  expect(textOf(screen.get('Lozenge'))).toBe('Ended');
  expect(linesOf(screen)).toEqual(['MacBook Pro 14', 'A', 'Ann ·', 'DATETIME: 31.03.2026, 19:30']);
});

test('shows the first state of several beside the label, and an option as one only if it has a color', async () => {
  const option = (name: string, text: string, color?: string) => ({
    ...attribute(name),
    attributeTypeCode: 'OPTION',
    values: [{ value: laptop.objectId, details: { name: text, ...(color && { color }) } }],
  });
  const attributes = [
    option('Kind', 'Portable'),
    option('Status', 'In repair', 'yellow'),
    option('Cover', 'Expired', 'red'),
  ];
  const screen = await show({ objects: [laptop] }, () => showing(shown(laptop, { attributes })));
  expect(screen.all('Lozenge').map(textOf)).toEqual(['In repair']);
  expect(screen.get('Lozenge').props.appearance).toBe('moved');
  expect(linesOf(screen)).toEqual(['MacBook Pro 14', 'Portable ·', 'Expired']);
});

test('leaves out of the line what the person may not see', async () => {
  const hidden = attribute('Owner', laptop.objectId);
  const attributes = [hidden, attribute('Room', '12')];
  const screen = await show({ objects: [laptop] }, () => showing(shown(laptop, { attributes })));
  expect(linesOf(screen)).toEqual(['MacBook Pro 14', '12']);
});

test('offers all details of an object also before the service has answered, and of none that is gone', async () => {
  const waiting = await show({ objects: [laptop] }, () => new Promise(() => undefined));
  expect(waiting.get('Icon').props.label).toBe('All details of MacBook Pro 14');
  const gone = await show({ objects: [laptop] }, () => showing());
  expect(gone.all('Pressable')).toEqual([]);
});

test('names buttons and links of equal labels by what tells the objects apart', async () => {
  const twin = { ...other, label: laptop.label };
  const screen = await show({ objects: [laptop, twin] }, () =>
    showing(
      shown(laptop, { attributes: [attribute('Room', '12')] }),
      shown(twin, { attributes: [attribute('Room', '7')] }),
    ),
  );
  expect(screen.all('Icon').map(({ props }) => props.label)).toEqual([
    'All details of MacBook Pro 14 · 12',
    'All details of MacBook Pro 14 · 7',
  ]);
  expect(screen.all('Link').map(textOf)).toEqual(['MacBook Pro 14 · 12', 'MacBook Pro 14 · 7']);
});

test('names the link to an object by its label alone where no other one has that label', async () => {
  const screen = await show({ objects: [laptop, other] }, () =>
    showing(
      shown(laptop, { attributes: [attribute('Room', '12')] }),
      shown(other, { attributes: [attribute('Room', '7')] }),
    ),
  );
  expect(screen.all('Link').map(textOf)).toEqual(['MacBook Pro 14', 'ThinkPad X1']);
});

test('shows three values of an attribute and counts the others', async () => {
  const values = ['1', '2', '3', '4', '5'];
  const attributes = [{ ...attribute('Tags', ...values), moreValues: 4 }];
  const screen = await show({ objects: [laptop] }, () => showing(shown(laptop, { attributes })));
  expect(linesOf(screen)).toContain('1, 2, 3 +6');
});

test('keeps text that runs from right to left from turning what stands around it', async () => {
  const screen = await show({ objects: [{ ...laptop, label: 'מחשב' }] }, () =>
    showing(shown(laptop)),
  );
  expect(linesOf(screen)).toContain('Saved as “\u2068מחשב\u2069”');
});

test('says under which label an object was saved where that is another one now', async () => {
  const screen = await show({ objects: [laptop] }, () =>
    showing(shown({ ...laptop, label: 'MacBook Pro 16' })),
  );
  expect(screen.text()).toBe('MacBook Pro 16\nSaved as “MacBook Pro 14”');
});

test('does not call a label of 10,000 characters renamed because Jira keeps only its beginning', async () => {
  const label = '💻'.repeat(5_000);
  const stored = { ...laptop, label: `${'💻'.repeat(127)}…` };
  const screen = await show({ objects: [stored] }, () => showing(shown({ ...laptop, label })));
  expect(screen.text()).not.toContain('saved as');
});

test('says of a deleted object as of a hidden one that it may be either, and keeps its stored label', async () => {
  const screen = await show({ objects: [laptop, other] }, () => showing(shown(other)));
  expect(screen.text()).toBe('MacBook Pro 14\nDeleted, or you don’t have access\nThinkPad X1');
});

test('links to the documented address where the host does not know pages of this kind', async () => {
  const screen = await mount('src/app/object-field/view.tsx', {
    extension: { fieldValue: { objects: [laptop] } },
    functions: { view: () => consent },
    getUrl: () => null,
  });
  expect(screen.get('LinkButton').props.href).toBe(
    '/jira/settings/personal/apps/the-app/the-environment?connect=now',
  );
});

test.each([
  ['a problem', problem('It broke.'), 'It broke.'],
  ['an answer of another shape', { kind: 'ok', value: { rows: [] } }, 'Something went wrong'],
  ['no envelope at all', '<html>', 'Something went wrong'],
])('keeps the stored labels beside %s, and looks again', async (_, answer, message) => {
  let isDown = true;
  const screen = await show({ objects: [laptop] }, () =>
    isDown ? answer : showing(shown(laptop)),
  );
  expect(screen.text()).toContain('MacBook Pro 14');
  expect(screen.text()).toContain(message);
  isDown = false;
  await screen.act(screen.get('LoadingButton'), 'onClick');
  expect(screen.get('Link').props.href).toContain(laptop.objectId);
});

test('keeps the stored labels where the app cannot be reached', async () => {
  const screen = await show({ objects: [laptop] });
  expect(screen.text()).toContain('MacBook Pro 14');
  expect(screen.text()).toContain('The app can’t be reached');
});

test('offers no second try where that cannot help', async () => {
  const screen = await show({ objects: [laptop] }, () => problem('Not configured.', false));
  expect(screen.all('LoadingButton')).toHaveLength(0);
});

test.each([
  ['longer than any id', 'x'.repeat(300)],
  ['no UUID', 'LAPTOP-7'],
  ['a piece of a query', '") or (Label ~ "'],
])('shows the other objects where one id is %s', async (_, objectId) => {
  const odd = { objectId, label: 'Odd one' };
  const screen = await show({ objects: [odd, laptop] }, () => showing(shown(laptop)));
  expect(screen.calls).toEqual([
    { functionKey: 'view', payload: { objectIds: [laptop.objectId] } },
  ]);
  expect(screen.get('Link').props.href).toContain(laptop.objectId);
  expect(screen.text()).toBe('Odd one\nDeleted, or you don’t have access\nMacBook Pro 14');
});

test('asks nothing where no id can be one', async () => {
  const screen = await show({ objects: [{ objectId: 'LAPTOP-7', label: 'Odd one' }] });
  expect([screen.calls, screen.text()]).toEqual([[], 'Odd one\nDeleted, or you don’t have access']);
});

test('asks for more objects than one call takes in several', async () => {
  const objects = Array.from({ length: 1_001 }, (_, index) => ({
    objectId: `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`,
    label: `Laptop ${index}`,
  }));
  const labels = new Map(objects.map(({ objectId, label }) => [objectId, label]));
  const screen = await show({ objects }, ({ objectIds }) =>
    showing(
      ...(objectIds as string[]).map((objectId) =>
        shown({ objectId, label: labels.get(objectId) ?? '' }),
      ),
    ),
  );
  expect(screen.calls.map(({ payload }) => (payload.objectIds as string[]).length)).toEqual([
    1_000, 1,
  ]);
  await screen.act(screen.get('Button'), 'onClick');
  expect(screen.all('Link')).toHaveLength(1_001);
});

test('finds an object that is stored under its id in capitals', async () => {
  const stored = { ...laptop, objectId: laptop.objectId.toUpperCase() };
  const screen = await show({ objects: [stored] }, () => showing(shown(laptop)));
  expect(screen.get('Link').props.href).toContain(laptop.objectId);
});

test.each([
  ['quotes', `"O'Neil" \\ "x"`],
  ['emoji', '👩‍💻 laptop'],
  ['right-to-left text', 'מחשב נייד \u202Eabc'],
  ['a placeholder', '{{x}} ${emailCurrentUser} <<x>>'],
  ['markup', '<script>alert(1)</script>'],
])('shows a label with %s as it is', async (_, label) => {
  const screen = await show({ objects: [{ ...laptop, label }] }, () =>
    showing(shown({ ...laptop, label })),
  );
  expect(screen.text()).toBe(label);
});

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

  test('says nothing of references where there are none, and that no work item has it yet', async () => {
    const screen = await open(() => ok(details), {
      referrers: () => ok({ counted: { count: 0, address: page } }),
      workItems: () => ok({ address, count: 0 }),
    });
    expect(screen.text()).not.toContain('Referred');
    expect(screen.text()).toContain('On no work items yet');
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
      `Status, Owner, Memory +2 · Ann${when}`,
      `Restored · A former member${when}`,
      `Changed · The operator of the service${when}`,
    ]);
    const created = await open(() => ok(details), {
      lastChanges: () => ok({ changes: [change({ action: 'create' })] }),
    });
    expect(created.text()).toContain('Created · ');
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
