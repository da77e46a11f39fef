import { tmpdir } from 'node:os';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeClosed } from '../../../../src/service/base/database/folder-owner';

test('what a process can’t use although its own user has it is not said to be another user’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folder-owner-'));
  const said = await describeClosed(folder, folder);
  expect(said).toContain(
    'who owns it: its permissions keep everyone out. Its data is still there.',
  );
  expect(said).toContain(`chmod -R u+rwX ${folder}`);
  expect(said).not.toContain('chown');
  await rmdir(folder);
});
