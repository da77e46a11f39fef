import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundledAppCode } from '../../../src/sandbox/forge/app-code';
import { readManifest } from '../../../src/sandbox/forge/manifest';
import { getAccount } from '../../../src/sandbox/server/request-checks';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import { openListener } from '../../../src/sandbox/server/listener';
import { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createTracker } from '../../../src/sandbox/server/tracker';
import { keepEvidenceOfFailure } from '../../support/evidence';
import { buildWithKept } from '../../support/kept-build';
import { FaultProxy, faults, type Fault } from '../../support/fault-proxy';
import { BrowserSession, keepPicture } from '../support/browser-session';
import { AssetField } from '../support/issue-page';
import { startDemoService } from '../../support/demo-service';

const closers: (() => Promise<unknown>)[] = [];
let proxy: FaultProxy;
let session: BrowserSession;
let sandbox: Sandbox;
const printed: string[] = [];

/** The sandbox around the real service, with a proxy between that can make it fail. */
beforeAll(async () => {
  const outputDirectory = await mkdtemp(join(tmpdir(), 'service-in-trouble-'));
  closers.push(() => rm(outputDirectory, { recursive: true, force: true }));
  const build = await buildWithKept(outputDirectory);
  const service = await startDemoService();
  closers.push(() => service.close());
  proxy = new FaultProxy(service.url);
  const listener = await openListener(0, 'TRACKER_PORT');
  sandbox = await Sandbox.create({
    manifest: await readManifest('manifest.yml'),
    code: bundledAppCode(build.functionsDirectory),
    serviceUrl: await proxy.start(),
    siteUrl: listener.url,
    customUiUrl: 'http://localhost:1',
    clientSecret: 'unused',
    demoFacts,
    onConsole: ({ text }) => printed.push(text),
  });
  closers.push(() => proxy.stop());
  await sandbox.grants.set(getAccount('admin').accountId, {
    id: 'grant',
    externalAccountId: 'admin',
    displayName: 'admin@example.com',
    scopes: ['read'],
    accessToken: 'demo-admin-token',
  });
  const { administration } = service;
  const directories = { ui: build.uiDirectory, web: build.webDirectory };
  const tracker = await createTracker({ sandbox, administration, directories });
  listener.handleWith((request, response) => tracker.routing(request, response));
  closers.push(
    () => tracker.close(),
    () => listener.close(),
  );
  session = await BrowserSession.start(listener.url);
  closers.push(() => session.end());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
afterEach(async ({ task }) => {
  proxy.fault = undefined;
  await keepEvidenceOfFailure(task, {
    ...session.opened,
    output: () => printed.join('\n'),
    calls: () => sandbox.host.calls.list(),
  });
  expect(await session.closePages()).toEqual([]);
});

const all = Object.keys(faults) as Fault[];
const whileTyping: Fault[] = ['refuses the connection', 'answers HTML', 'has too many requests'];

describe('When the service', () => {
  test.each(all)('%s, a field keeps its stored label and says what to do', async (fault) => {
    proxy.fault = fault;
    const page = await session.openAs('admin', '/browse/DEMO-1');
    const { group } = new AssetField(page);
    const retry = group.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await group.innerText()).toMatch(/MacBook Pro 14[^]*[Tt]ry again/);
    if (fault === 'answers HTML') await keepPicture(page, 'view-service-in-trouble');
    proxy.fault = undefined;
    await retry.click();
    await group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
  });

  test.each(whileTyping)('%s while a person types, what they typed stays', async (fault) => {
    const page = await session.openAs('admin', '/browse/DEMO-9');
    const field = new AssetField(page);
    await field.startEditing();
    await field.picker.click();
    await field.options.first().waitFor();
    proxy.fault = fault;
    await field.picker.pressSequentially('think', { delay: 30 });
    const retry = field.group.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    if (fault === 'answers HTML') await keepPicture(page, 'edit-service-in-trouble');
    proxy.fault = undefined;
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    expect(await field.picker.inputValue()).toBe('think');
  });
});
