import { describe, expect, test } from 'vitest';
import { appPage, promotedVersion } from '../../../src/api/app-platform';
import { registerApp } from '../../support/register-app';
import { packZip } from './pack-zip';
import { newKey, usePlatform, website } from './use-platform';

const running = usePlatform();
const { call, post, deploy } = running;

describe('An app', () => {
  const findApp = async (appId: string) => {
    const { result } = appPage.parse((await call('GET', '/app?limit=200')).body);
    return result.find(({ id }) => id === appId);
  };
  const servedTo = async (account: string, appId: string) =>
    (await call('GET', `/app/${appId}/served-version`, { account })).status;

  test('is for its developer alone until it is registered, whatever is promoted', async () => {
    const { appId, base } = await deploy(newKey(), await packZip(website));
    const registerUrl = `${running.service.url}/account/apps`;
    expect(await findApp(appId)).toMatchObject({ status: 'DEPLOYED', registerUrl });
    expect(await post(promotedVersion, `${base}/promote`)).toMatchObject({
      status: 'DEPLOYED',
      registerUrl,
    });
    expect([await servedTo('admin', appId), await servedTo('member', appId)]).toEqual([200, 404]);
    expect(await registerApp(running.service.url, appId)).toContain('Office map is registered.');
    expect([await servedTo('admin', appId), await servedTo('member', appId)]).toEqual([200, 200]);
    expect(await findApp(appId)).toMatchObject({ status: 'PROMOTED' });
    expect(await post(promotedVersion, `${base}/promote`)).not.toHaveProperty('registerUrl');
  });

  test('is registered before any version is promoted, and customers get nothing yet', async () => {
    const { appId } = await deploy(newKey(), await packZip(website));
    await registerApp(running.service.url, appId);
    expect(await findApp(appId)).toMatchObject({ status: 'REGISTERED', promotedVersion: null });
    expect(await servedTo('member', appId)).toBe(404);
  });
});
