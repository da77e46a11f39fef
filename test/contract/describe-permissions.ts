import { describe, expect, test } from 'vitest';
import { searchObjects } from '../../src/api/object';
import { listSites } from '../../src/api/site';
import { listTokens } from '../../src/api/token';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoPageId,
  demoSiteId,
  demoTypeId,
  demoWorkspaceId,
} from '../../src/service';
import { idPlaces, expectUnknown } from './hidden-ids';
import type { Request, Target } from './target';

/** What a person may not read is to them as if it were not there. */
export function describePermissions(target: Target): void {
  describe.runIf(target.isOwn)('whoever may not read something', () => {
    const as = (account: string) => (request: Request) =>
      target.call({
        ...request,
        headers: { authorization: `Bearer demo-${account}-token`, ...request.headers },
      });
    const member = as('member');
    const find = async (account: string, body: object) =>
      searchObjects.reply!.parse(
        (await as(account)({ method: 'POST', path: '/object/search', body })).body,
      );

    const places = idPlaces({
      typeId: demoTypeId('IT', 'Laptop'),
      objectId: demoObjectId('IT', 'Laptop', 'LT-0001'),
      labelId: demoAttributeId('IT', 'Laptop', 'Name'),
      referenceId: demoAttributeId('IT', 'Laptop', 'Assigned to'),
      userAttributeId: demoAttributeId('IT', 'Laptop', 'Owner'),
      siteId: demoSiteId('IT', 'Fleet'),
    });
    const outsider = demoAccounts.find(({ account }) => account === 'outsider')?.id ?? '';

    test.each(places)('is told nothing of ids: $where', async (place) => {
      const contract = await find('admin', { query: '', typeId: demoTypeId('IT', 'Contract') });
      const tokens = await as('lead')({ method: 'GET', path: '/token' });
      const hidden = [
        demoTypeId('IT', 'Contract'),
        demoAttributeId('IT', 'Contract', 'Supplier'),
        contract.result[0]?.id ?? '',
        demoSiteId('IT', 'Purchasing'),
        demoPageId('IT', 'Purchasing', 'Contracts that end soon'),
        demoTypeId('Geography', 'City'),
        demoAttributeId('Geography', 'City', 'Name'),
        demoSiteId('Geography', 'Atlas'),
        listTokens.reply!.parse(tokens.body).result[0]?.id ?? '',
        outsider,
      ];
      await expectUnknown(member, place, hidden);
    });

    test('is told nothing of a workspace: its types, people, sites, objects', async () => {
      const headers = { 'wds-workspace-id': demoWorkspaceId('IT') };
      const unknown = { 'wds-workspace-id': demoTypeId('IT', 'Laptop') };
      for (const path of ['/type', '/user', '/site', '/type/enriched']) {
        const answers = await Promise.all(
          [headers, unknown].map((header) =>
            as('outsider')({ method: 'GET', path, headers: header }),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      }
    });

    test('counts, lists and sorts only what there is for them', async () => {
      const [all, readable] = [
        await find('admin', { query: '' }),
        await find('member', { query: '' }),
      ];
      const contracts = await find('admin', { query: '', typeId: demoTypeId('IT', 'Contract') });
      expect(readable.total).toBe(all.total - contracts.total);
      const types = new Set(readable.result.map(({ typeId }) => typeId));
      expect(types).not.toContain(demoTypeId('IT', 'Contract'));
    });

    test.each([
      ['Supplier', 'Nonsense', (name: string) => `${name} = "x"`],
      ['Supplier', 'Nonsense', (name: string) => `order by ${name}`],
      ['Contract', 'Nonsense', (name: string) => `Type = "${name}"`],
      ['Yearly cost', 'No such name', (name: string) => `"${name}" > 1`],
    ])('reads of the hidden name %s what it would of %s', async (hidden, nowhere, query) => {
      const [one, other] = await Promise.all(
        [hidden, nowhere.slice(0, hidden.length)].map(async (name) => {
          const body = { query: query(name) };
          const answer = await member({ method: 'POST', path: '/object/search', body });
          const text = answer.text.replaceAll(name, '…').replace(/"timestamp":"[^"]*"/, '');
          return { status: answer.status, text };
        }),
      );
      expect(one).toEqual(other);
    });

    test('opens the sites that are open to them, and no other', async () => {
      const sitesOf = async (account: string) => {
        const answer = await as(account)({ method: 'GET', path: '/site' });
        return listSites.reply!.parse(answer.body).result.map(({ name }) => name);
      };
      expect(await sitesOf('lead')).toEqual(['Fleet', 'Handbook', 'Purchasing']);
      expect(await sitesOf('member')).toEqual(['Fleet', 'Handbook']);
      const path = `/site/${demoSiteId('IT', 'Purchasing')}/page`;
      expect((await as('lead')({ method: 'GET', path })).status).toBe(200);
      expect((await member({ method: 'GET', path })).status).toBe(404);
    });
  });
}
