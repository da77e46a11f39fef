import { expect, test } from 'vitest';
import { stored } from './support/admin-rows';
import { ok, openAdminPage } from './support/admin-screen';
import { buttonOf, press } from '../support/ui-host';

test('moves the focus on the first and last page to the button that leads back', async () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    stored({ hash: index.toString(16).padStart(64, '0') }),
  );
  const screen = await openAdminPage({ storedQueries: () => ok({ rows }) });
  const drawn = (label: string) => buttonOf(screen, label);
  expect(drawn('Next').props.autoFocus).toBe(false);
  const before = drawn('Previous').key;
  await press(screen, 'Next');
  expect(drawn('Previous').props).toMatchObject({ autoFocus: true, isDisabled: false });
  expect(drawn('Previous').key).not.toBe(before);
  await press(screen, 'Previous');
  expect(drawn('Next').props).toMatchObject({ autoFocus: true, isDisabled: false });
});
