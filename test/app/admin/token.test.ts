import { expect, test } from 'vitest';
import { press, textOf, type MountedScreen } from '../support/ui-host';
import { dayMs, failedToken, facts, field, health, token } from './support/admin-rows';
import { attentionOf, openAdminPage } from './support/admin-screen';
import { ok, problem } from '../support/replies';

/** The page before a token is saved, which is known from then on. */
function openToSave(hasRefreshBegun = true) {
  let known: Record<string, unknown> = facts;
  return openAdminPage({
    facts: () => ok(known),
    saveToken: () => {
      known = { ...facts, token };
      return ok({ isSaved: true, hasRefreshBegun });
    },
  });
}

async function saveToken(screen: MountedScreen, value: string) {
  typeToken(screen, value);
  await screen.act(screen.get('Form'), 'onSubmit');
}

test('takes a token, never fills it in, and shows whose it is afterwards', async () => {
  const screen = await openToSave();
  const field = screen.get('Textfield', { testId: 'token' });
  expect(field.props).toMatchObject({ type: 'password', defaultValue: '' });
  expect(screen.all('Link').map(({ props }) => props.href)).toContain(
    'https://wds.example.com/account/tokens',
  );
  screen.fire(field, 'onChange', { target: { value: ' the-secret\n' } });
  await screen.act(screen.get('Form'), 'onSubmit');
  expect(screen.payloadsOf('saveToken')[0]).toEqual({ token: 'the-secret', isInsistedOn: false });
  expect(screen.text()).toContain('Ada Admin (admin@example.com)');
  expect(screen.text()).toContain('“Jira searches”, ends in …wxyz');
  expect(screen.all('Textfield').filter(({ props }) => props.testId === 'token')).toEqual([]);
});

const typeToken = (screen: MountedScreen, value: string) =>
  screen.fire(screen.get('Textfield', { testId: 'token' }), 'onChange', { target: { value } });
const titlesOf = (screen: MountedScreen) =>
  screen.all('SectionMessage').map(({ props }) => props.title);

test('keeps no saved token on the page while it waits to hear whose it is', async () => {
  let known: unknown = ok(facts);
  const screen = await openAdminPage({
    facts: () => known,
    saveToken: () => {
      known = new Promise(() => undefined);
      return ok({ isSaved: true, hasRefreshBegun: true });
    },
  });
  await saveToken(screen, 'the-secret');
  expect(screen.text()).toContain('Saved. The service accepts this token.');
  expect(screen.text()).toContain('Search again with queries that never had a result');
  expect(screen.text()).not.toContain('No token saved');
  expect(screen.get('Textfield', { testId: 'token' }).props.defaultValue).toBe('');
});

test('keeps the token before where the new one can’t read a field, until the admin insists', async () => {
  let known: Record<string, unknown> = { ...facts, token };
  const screen = await openAdminPage({
    facts: () => ok(known),
    saveToken: ({ token: given, isInsistedOn }) => {
      if (!isInsistedOn) {
        const unreadableFields = ['Asset', 'City'];
        return ok({ isSaved: false, unreadableFields, blockedIn: ['IT'] });
      }
      known = { ...facts, token: { ...token, name: given, setAt: facts.now } };
      return ok({ isSaved: true, hasRefreshBegun: true });
    },
  });
  await press(screen, 'Replace');
  await saveToken(screen, 'poor');
  expect(titlesOf(screen)).toEqual(['This token isn’t saved yet']);
  expect(screen.text()).toContain('It can’t read the workspace or type of: Asset, City.');
  expect(screen.text()).toContain('the next refresh removes the stored results');
  expect(screen.text()).toContain('An administrator has blocked it in: IT.');
  typeToken(screen, 'poorer');
  expect(titlesOf(screen)).toEqual([]);
  typeToken(screen, 'poor');
  await press(screen, 'Save it anyway');
  expect(screen.text()).toContain('Saved. The service accepts this token.');
  expect(screen.text()).toContain('“poor”, ends in …wxyz');
});

test('says that a token was saved where the refresh couldn’t begin, and what to do', async () => {
  const screen = await openToSave(false);
  await saveToken(screen, 'x');
  expect(screen.text()).toContain('but the refresh couldn’t start. Choose Refresh all');
});

test.each([
  ['write', true],
  ['read', false],
] as const)(
  'says of a token that can %s whether that is more than it needs',
  async (access, isTooMuch) => {
    const screen = await openAdminPage({
      facts: () => ok({ ...facts, token }),
      health: () => ok(health({ access })),
    });
    const title = 'The access token can change objects';
    expect(titlesOf(screen)).toEqual(isTooMuch ? [title] : []);
    expect(screen.text().includes('A read-only token is enough.')).toBe(isTooMuch);
    expect(screen.text()).toContain(isTooMuch ? 'Read and write' : 'Read only');
  },
);

test('warns in the overview and beside the token of fields that a saved token can’t read', async () => {
  let tested = health({ unreadableFields: ['Asset', 'City'] });
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    health: () => ok(tested),
  });
  expect(attentionOf(screen)).toEqual(['The access token can’t read every field']);
  expect(titlesOf(screen)).toEqual(['The access token can’t read every field']);
  expect(screen.text()).toContain('can’t read the workspace or type of: Asset, City.');
  await press(screen, 'Test');
  expect(screen.text()).not.toContain('The token works.');
  tested = health();
  await press(screen, 'Test');
  expect(attentionOf(screen)).toEqual([]);
  expect(titlesOf(screen)).toEqual([]);
  expect(screen.text()).toContain('The token works. It belongs to Ada Admin.');
});

test.each([
  [
    { blockedIn: ['IT'], reachesAny: true, unreadableFields: ['Asset'] },
    'The access token is blocked in “IT”',
    'Ask an administrator of the workspace to unblock the token, or replace it.',
  ],
  [
    { blockedIn: ['IT', 'Fleet'], reachesAny: false },
    'The access token is blocked in “IT”, “Fleet”',
    'Searches on its objects fail.',
  ],
  [
    { blockedIn: [], reachesAny: false },
    'The access token reaches no workspace',
    'Ask an administrator of the workspace to add the owner, or replace the token.',
  ],
])(
  'doesn’t say that a token works that an administrator blocked or that reaches no workspace: %j',
  async (reach, title, advice) => {
    const screen = await openAdminPage({
      facts: () => ok({ ...facts, token }),
      health: () => ok(health(reach)),
    });
    await press(screen, 'Test');
    expect(screen.text()).not.toContain('The token works.');
    expect(screen.all('ErrorMessage').map(textOf)).toContain(`${title}.`);
    expect(titlesOf(screen)).toEqual([title]);
    expect(attentionOf(screen)).toEqual([title]);
    expect(screen.text()).toContain(advice);
  },
);

test('shows a token as good again once the service accepts it', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, isTokenRefused: true }),
  });
  expect(attentionOf(screen)).toEqual([]);
  expect(titlesOf(screen)).toEqual([]);
  expect(screen.all('Lozenge').map(textOf)).toContain('Works');
});

test('keeps a pasted token in the form where the service refuses it', async () => {
  const screen = await openAdminPage({ saveToken: () => problem('The service refuses it.') });
  const field = () => screen.get('Textfield', { testId: 'token' });
  const { key } = field();
  screen.fire(field(), 'onChange', { target: { value: 'wrong' } });
  await screen.act(screen.get('Form'), 'onSubmit');
  expect(screen.text()).toContain('The service refuses it.');
  expect(field().key).toBe(key);
  expect(field().props.isInvalid).toBe(true);
  await screen.act(screen.get('Form'), 'onSubmit');
  expect(screen.payloadsOf('saveToken').map((sent) => sent.token)).toEqual(['wrong', 'wrong']);
});

test.each([
  ['', 'Paste a token first.'],
  ['x'.repeat(1_001), 'This isn’t a valid access token: it’s empty, too long'],
])('asks nobody about a token that can be none, and says so: %.9j', async (value, text) => {
  const screen = await openAdminPage();
  const field = () => screen.get('Textfield', { testId: 'token' });
  const { key } = field();
  if (value) typeToken(screen, value);
  await screen.act(screen.get('Form'), 'onSubmit');
  expect(screen.text()).toContain(text);
  expect(field()).toMatchObject({ key, props: { isInvalid: true } });
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('saveToken');
});

test('tests a token, replaces it, and removes it once the admin has read what that means', async () => {
  let known: Record<string, unknown> = { ...facts, token };
  const screen = await openAdminPage({
    facts: () => ok(known),
    removeToken: () => {
      known = facts;
      return ok({});
    },
  });
  await press(screen, 'Test');
  expect(screen.text()).toContain('The token works. It belongs to Ada Admin.');
  await press(screen, 'Replace');
  expect(screen.get('Textfield', { testId: 'token' }).props.defaultValue).toBe('');
  await press(screen, 'Cancel');
  await press(screen, 'Remove');
  expect(screen.text()).toContain('Without it, nothing refreshes stored results');
  await screen.act(screen.get('LoadingButton', { appearance: 'danger' }), 'onClick');
  expect(screen.text()).toContain('Removed. Revoke the token in the service');
  expect(screen.text()).toContain('No token saved');
});

test('says why a token failed its test', async () => {
  let answer: unknown = ok(failedToken('The service refuses it.', true));
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    health: () => answer,
  });
  await press(screen, 'Test');
  expect(screen.all('ErrorMessage').map(textOf)).toContain('The service refuses it.');
  answer = problem('The app failed.');
  await press(screen, 'Test');
  expect(screen.all('ErrorMessage').map(textOf)).toContain('The app failed.');
});

test.each([
  [15 * dayMs, undefined],
  [13 * dayMs, 'The access token expires in 13 days'],
  [-1, 'The access token has expired'],
])('warns of a token that ends in %d ms: %s', async (left, warning) => {
  const ending = { ...token, expiresAt: facts.now + left };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token: ending }),
    health: () => ok(health(ending)),
  });
  expect(titlesOf(screen)).toEqual(warning === undefined ? [] : [warning]);
  expect(attentionOf(screen)).toEqual(warning === undefined ? [] : [warning]);
  if (warning === undefined) return;
  await press(screen, 'Go to the access token');
  expect(screen.get('Tabs').props.selected).toBe(2);
});

const openField = { ...field, name: 'Asset', isOpenToCustomers: true };
const openToCustomers = () =>
  ok({ fields: [openField, { ...field, fieldId: 'customfield_10020', name: 'City' }] });
const shutOut = 'On the service portal, customers can’t choose anything in: Asset.';
const unreadable =
  'On the service portal, customers can’t choose objects that the token can’t read in: Asset.';
const timesIn = (screen: MountedScreen, text: string) => screen.text().split(text).length - 1;
const portalTitle = 'The service portal needs an access token';

test('says in the step of the setup, the overview and beside the token what customers can’t do without one', async () => {
  const screen = await openAdminPage({ fields: openToCustomers });
  expect(screen.text()).not.toContain('Optional');
  expect(screen.text()).not.toContain('Setup is complete');
  expect(attentionOf(screen)).toEqual([portalTitle]);
  expect(titlesOf(screen)).toEqual([portalTitle]);
  expect(timesIn(screen, shutOut)).toBe(3);
});

test.each([
  ['it expired', { expiresAt: facts.now - 1 }, health(), 'The access token has expired', shutOut],
  [
    'the service refuses it',
    {},
    failedToken('No.', true),
    'The service doesn’t accept the access token',
    shutOut,
  ],
  [
    'it reaches no workspace',
    {},
    health({ blockedIn: [], reachesAny: false }),
    'The access token reaches no workspace',
    shutOut,
  ],
  [
    'it can’t read their objects',
    {},
    health({ unreadableFields: ['Asset'] }),
    'The access token can’t read every field',
    unreadable,
  ],
  [
    'it is blocked where they are',
    {},
    health({ blockedIn: ['IT'], reachesAny: true, unreadableFields: ['Asset'] }),
    'The access token is blocked in “IT”',
    unreadable,
  ],
])(
  'says what customers can’t do where there is a token, but %s',
  async (_, tokenFacts, tested, title, loss) => {
    const kept = { ...token, ...tokenFacts };
    const check = tested.token.kind === 'works' ? { ...tested.token, ...tokenFacts } : tested.token;
    const screen = await openAdminPage({
      facts: () => ok({ ...facts, token: kept }),
      fields: openToCustomers,
      health: () => ok({ ...tested, token: check }),
    });
    expect(attentionOf(screen)).toEqual([title]);
    expect(screen.text()).not.toContain('Setup is complete');
    expect(timesIn(screen, loss)).toBe(3);
  },
);

test.each([
  ['no field is open to them', () => ok({ fields: [field] }), { unreadableFields: ['Asset'] }],
  ['the token can read the open ones', openToCustomers, { unreadableFields: ['City'] }],
])('says nothing of customers where %s', async (_, fields, tested) => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    fields,
    health: () => ok(health(tested)),
  });
  expect(screen.text()).toContain('Setup is complete');
  expect(screen.text()).not.toContain('customers can’t');
});

test('doesn’t call a token optional before it knows what is open to customers', async () => {
  const screen = await openAdminPage({ fields: () => problem('Jira failed.') });
  expect(screen.text()).not.toContain('Optional');
  expect(screen.text()).not.toContain('Setup is complete');
});

test.each([
  ['the open fields', openToCustomers, 'customers can’t choose anything in: Asset.'],
  [
    'any open field where they couldn’t be loaded',
    () => problem('Jira failed.'),
    'customers can’t choose anything in fields that are open to them.',
  ],
])('names in the dialog that removes a token %s', async (_, fields, text) => {
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token }), fields });
  expect(screen.text()).not.toContain(text);
  await press(screen, 'Remove');
  expect(textOf(screen.get('Modal'))).toContain(text);
});

test('says before a token ends what customers can’t do then', async () => {
  const kept = { ...token, expiresAt: facts.now + 3 * dayMs };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token: kept }),
    fields: openToCustomers,
    health: () => ok(health({ expiresAt: kept.expiresAt })),
  });
  expect(screen.text()).toContain('customers can keep choosing in: Asset.');
});

test('says of a token that isn’t saved yet where customers couldn’t choose anything', async () => {
  const screen = await openAdminPage({
    fields: openToCustomers,
    saveToken: () => ok({ isSaved: false, unreadableFields: ['Asset', 'City'], blockedIn: [] }),
  });
  await saveToken(screen, 'poor');
  expect(screen.text()).toContain(`the stored results that need these fields. ${unreadable}`);
});
