import { describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../src/api/client';
import { demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { keepPicture } from './support/browser-session';
import { AssetField, CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const gone = 'Deleted, or you don’t have access';

describe('What a person sees of a field is what the service lets them see', () => {
  const shared = useSharedSandbox();
  const { control } = shared;

  test('shows the same text when access is taken away and when the object is deleted, blames no query for it, and shows a restored object again', async () => {
    await control.connect('admin');
    await control.connect('lead');
    const laptops = demoTypeId('IT', 'Laptop');
    const transport = fetchTransport(shared.serviceUrl, { token: 'demo-admin-token' });
    const { objects } = createClient({ transport }).inWorkspace(demoWorkspaceId('IT'));
    await control.setAccess({ account: 'lead', typeId: laptops, read: false });
    const refused = await shared.session.openAs('lead', '/browse/DEMO-1');
    await new AssetField(refused).group.getByText(gone).waitFor();
    const refusedText = await new AssetField(refused).group.innerText();
    expect(refusedText).toContain('MacBook Pro 14');
    await keepPicture(refused, 'view-without-access');

    const countries = demoTypeId('Geography', 'Country');
    await control.setAccess({ account: 'lead', typeId: countries, read: false });
    await refused.goto(refused.url().replace('DEMO-1', 'DEMO-9'));
    const city = new CityField(refused);
    await city.startEditing();
    await city.group.getByText('uses something that you don’t have access to').first().waitFor();
    await keepPicture(refused, 'edit-query-beyond-access');

    const laptop = demoObjectId('IT', 'Laptop', 'LT-0001');
    await objects.delete(laptop);
    const deleted = await shared.session.openAs('admin', '/browse/DEMO-1');
    await new AssetField(deleted).group.getByText(gone).waitFor();
    expect(await new AssetField(deleted).group.innerText()).toBe(refusedText);
    await objects.restore(laptop);
    await deleted.reload();
    await new AssetField(deleted).group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
  });

  test('tells someone without the workspace that they have no access to it', async () => {
    await control.connect('outsider');
    const page = await shared.session.openAs('outsider', '/browse/DEMO-1');
    const { group } = new AssetField(page);
    await group.getByText('You don’t have access to this field’s workspace').waitFor();
    expect(await group.innerText()).toContain('MacBook Pro 14');
    await keepPicture(page, 'view-outsider');
  });

  test('offers someone without an account the connect page, and shows them stored labels', async () => {
    const page = await shared.session.openAs('newcomer', '/browse/DEMO-2');
    const { group } = new AssetField(page);
    await group.getByRole('link', { name: 'Connect' }).waitFor();
    expect(await group.innerText()).toContain('ThinkPad X1 Carbon');
    await keepPicture(page, 'view-newcomer');
  });

  test('shows stored values of every odd shape without a crash', async () => {
    await control.connect('admin');
    const bare = await shared.session.openAs('admin', '/browse/DEMO-5');
    await new AssetField(bare).group.getByRole('link', { name: 'MacBook Air 13' }).waitFor();
    const broken = await shared.session.openAs('admin', '/browse/DEMO-6');
    await new AssetField(broken).group.getByText('can’t be read').waitFor();
    await keepPicture(broken, 'view-damaged');
    const renamed = await shared.session.openAs('admin', '/browse/DEMO-3');
    await new AssetField(renamed).group.getByText('Saved as “Dock test machine”').waitFor();
    await keepPicture(renamed, 'view-renamed');
  });
});
