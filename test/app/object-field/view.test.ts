import { expect, test } from 'vitest';
import { mount, textOf } from '../support/ui-host';
import { attribute, laptop, linesOf, showing, shown } from './shown-objects';
import { consent, problem } from '../support/replies';

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

test('has the symbol of the type before the label, and not in the link or in what it says of the label', async () => {
  const now = shown(laptop, { label: 'MacBook Pro 16', symbol: '💻' });
  const screen = await show({ objects: [laptop] }, () => showing(now));
  expect(linesOf(screen)).toEqual(['💻 MacBook Pro 16', 'Saved as “MacBook Pro 14”']);
  expect(textOf(screen.get('Link'))).toBe('MacBook Pro 16');
  expect(screen.get('Icon').props.label).toBe('All details of MacBook Pro 16');
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

test('tells objects of equal labels apart by the name of a file only where nothing else does', async () => {
  const twin = { ...other, label: laptop.label };
  const file = { ...attribute('Photo'), attributeTypeCode: 'MEDIA' };
  const photo = (fileName: string) => ({
    ...file,
    values: [{ value: 'key', details: { fileName } }],
  });
  const namesOf = async (...rooms: string[]) => {
    const objects = [laptop, twin].map((object, index) => {
      const attributes = [photo(`IMG_${index}.jpg`), attribute('Room', rooms[index] ?? '')];
      return shown(object, { attributes });
    });
    const screen = await show({ objects: [laptop, twin] }, () => showing(...objects));
    return screen.all('Link').map(textOf);
  };
  expect(await namesOf('12', '7')).toEqual(['MacBook Pro 14 · 12', 'MacBook Pro 14 · 7']);
  expect(await namesOf('12', '12')).toEqual([
    'MacBook Pro 14 · IMG_0.jpg',
    'MacBook Pro 14 · IMG_1.jpg',
  ]);
});

test('shows the beginning of the ids of objects that look the same, as lists do', async () => {
  const objects = ['0a', '0b', '0c'].map((start) => ({
    objectId: `${start}0c0d0e-0000-4000-8000-000000000001`,
    label: 'MacBook Pro 14',
  }));
  const screen = await show({ objects }, () =>
    showing(
      ...objects.map((one, index) =>
        shown(one, { attributes: [attribute('Room', index < 2 ? '12' : '7')] }),
      ),
    ),
  );
  expect(linesOf(screen)).toEqual([
    ...['MacBook Pro 14 · 0a0c0d0e (ID)', '12 ·', '0a0c0d0e (ID)'],
    ...['MacBook Pro 14 · 0b0c0d0e (ID)', '12 ·', '0b0c0d0e (ID)'],
    ...['MacBook Pro 14', '7'],
  ]);
});

test('names an object by its label alone where it lacks what tells the others of that label apart', async () => {
  const twin = { ...other, label: laptop.label };
  const screen = await show({ objects: [laptop, twin] }, () =>
    showing(shown(laptop, { attributes: [attribute('Room', '12')] }), shown(twin)),
  );
  expect(screen.all('Link').map(textOf)).toEqual(['MacBook Pro 14 · 12', 'MacBook Pro 14']);
  expect(screen.all('Icon').map(({ props }) => props.label)).toEqual([
    'All details of MacBook Pro 14 · 12',
    'All details of MacBook Pro 14',
  ]);
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
    { functionKey: 'view', payload: { objectIds: [laptop.objectId], withPictures: true } },
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
