import { describe, expect, test } from 'vitest';
import { demoWorkspaceId } from '../../../../src/service';
import type { Queryable } from '../../../../src/service/base/database/database';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { refoldTexts } from '../../../../src/service/model/resources/refold-texts';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { demoAccounts } from '../../../../src/service/run/demo/accounts';
import { seedDemo } from '../../../../src/service/run/demo/seed';
import { forgetFolding } from '../../rows';
import { duringTests } from '../../../support/during-tests';
import { openTestDatabase } from '../../../support/test-database';

const clock = () => new Date();

let readEmails: string[] = [];

const database = duringTests(async () => {
  const opened = await openTestDatabase();
  await seedDemo(opened, { demo: 'small', clock });
  const queryPrepared: Queryable['queryPrepared'] = async <Row>(
    ...[sql, parameters]: Parameters<Queryable['queryPrepared']>
  ) => {
    const rows = await opened.queryPrepared<Row & { readonly email?: string }>(sql, parameters);
    readEmails.push(...rows.flatMap(({ email }) => email ?? []));
    return rows;
  };
  return { ...opened, queryPrepared };
});

/** The emails of the people who are read for a search by the demo's admin. */
async function readFor(query: string): Promise<string[]> {
  const [admin] = demoAccounts;
  const caller = { userId: admin?.id ?? '', name: '', email: '', via: 'token' } as const;
  const view = await viewWorkspace(database, caller, demoWorkspaceId('IT'));
  readEmails = [];
  const dependencies = { database, serviceUrl: '', clock };
  await searchObjects(dependencies, view, { query, attributeIds: [] });
  return readEmails.toSorted();
}

const everyone = ['admin@example.com', 'lead@example.com', 'member@example.com'];

describe('a search reads of the members', () => {
  test.each([
    ['Label ~ "think"', []],
    ['Owner is empty', []],
    ['Owner = currentUser()', []],
    ['Owner = userId("no id")', []],
    ['Owner = user("\\u0000")', []],
    ['Owner = user("nobody@example.com")', []],
    ['Owner = user(" LEAD@example.com ")', ['lead@example.com']],
    [
      '"Assigned to".Account in (user("lead@example.com"), currentUser(), user("member@example.com"))',
      ['lead@example.com', 'member@example.com'],
    ],
    ['Owner = "lena  FISCHER"', ['lead@example.com']],
    ['Owner != "Lena Fischer"', ['lead@example.com']],
    ['Owner == "Lena Fischer"', ['lead@example.com']],
    ['Owner ~ "fi le"', ['lead@example.com']],
    ['Owner *= "isch"', ['lead@example.com']],
    ['Owner *= "ch x"', []],
    ['Owner = "Nobody"', []],
    ['Owner in ("lena", "Mateo Alvarez")', ['lead@example.com', 'member@example.com']],
    ['Owner = "!?"', everyone],
    [
      'Owner = user("admin@example.com") or "Approved by" = "Lena Fischer"',
      ['admin@example.com', 'lead@example.com'],
    ],
    ['Owner = user("lead@example.com") order by Owner', everyone],
  ])('for %j only %j', async (query, emails) => {
    expect(await readFor(query)).toEqual(emails);
  });

  test.each(['lead@müller.de', 'lead@xn--mller-kva.de'])(
    'for either form of the domain where the account has %s',
    async (stored) => {
      const rename = 'update account set email = $2 where email = $1';
      await database.query(rename, ['lead@example.com', stored]);
      for (const asked of ['Lead@MÜLLER.de', 'lead@mu\u0308ller.de', '<lead@xn--mller-kva.de>']) {
        expect(await readFor(`Owner = user("${asked}")`)).toEqual([stored]);
      }
      await database.query(rename, [stored, 'lead@example.com']);
    },
  );

  test('also those whose names an earlier version has left to be folded', async () => {
    const forget = `update account set name_words = null, name_folding = null
      where email = 'member@example.com'`;
    await database.query(forget);
    await forgetFolding(database);
    expect(await readFor('Owner = "Lena"')).toEqual(['lead@example.com', 'member@example.com']);
    await refoldTexts(database);
    expect(await readFor('Owner = "Lena"')).toEqual(['lead@example.com']);
    expect(await readFor('Owner *= "varez"')).toEqual(['member@example.com']);
  });

  test('those with a number in their names for a number', async () => {
    const rename = `update account set name = $1, name_words = null, name_folding = null
      where email = 'member@example.com'`;
    await database.query(rename, ['Agent 42']);
    await forgetFolding(database);
    await refoldTexts(database);
    for (const query of ['Owner ~ 42', 'Owner *= 42', 'Owner in (42)']) {
      expect(await readFor(query)).toEqual(['member@example.com']);
    }
    await database.query(rename, ['Mateo Alvarez']);
    await forgetFolding(database);
    await refoldTexts(database);
  });
});
