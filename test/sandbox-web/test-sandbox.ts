import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { defaultImports } from '../../src/sandbox/bundling/default-imports';
import { sourceAppCode } from '../sandbox/support/source-app-code';
import { indexPageOf, buildCustomUi } from '../../src/sandbox/forge/build-app';
import { createCustomUiContent } from '../../src/sandbox/server/custom-ui-content';
import { openListener } from '../../src/sandbox/server/listener';
import { Sandbox } from '../../src/sandbox/server/sandbox';
import { demoFacts } from '../sandbox/support/demo-facts';
import { testManifest } from '../sandbox/support/test-manifest';
import { openTracker } from '../sandbox/support/tracker';
import { buildWithKept } from '../support/kept-build';

const appsFolder = join(import.meta.dirname, 'apps');

/** Resources of the manifest, by the small app of the tests that stands in for each. */
const fieldApps: Readonly<Record<string, string>> = {
  'object-view': 'object-view',
  'object-edit': 'object-edit',
  'object-config': 'object-config',
  'cascade-view': 'object-view',
  'cascade-edit': 'object-edit',
  'cascade-config': 'object-config',
};
const pageApps = ['connect-page', 'gallery-page', 'crashing-page', 'unmodelled-page'];
/** Named in the manifest, and never built. */
const absentPage = 'absent-page';

export interface TestSandbox {
  url: string;
  /** Where the app's Custom UI is. */
  customUiUrl: string;
  /** What stands in for the service: one page, whatever is asked for. */
  serviceUrl: string;
  sandbox: Sandbox;
  /** What the small apps have printed. */
  printed: readonly string[];
  close(): Promise<void>;
}

/** The sandbox with small apps in place of the app and of the service. */
export async function startTestSandbox(): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-web-'));
  const ui = join(folder, 'ui');
  const customUi = join(folder, 'custom-ui');
  const [{ webDirectory: web, platformDirectory: platform }] = await Promise.all([
    buildWithKept(folder),
    buildApps(ui),
    buildCustomUi(join(appsFolder, 'project-page/build'), join(customUi, 'project-page')),
  ]);
  const listener = await openListener(0, 'TRACKER_PORT');
  const contentListener = await openListener(0, 'CUSTOM_UI_PORT');
  const service = await openListener(0, 'SERVICE_PORT');
  service.handleWith((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Service</title><p>A page of the service</p>');
  });
  const printed: string[] = [];
  const sandbox = await Sandbox.create({
    onConsole: ({ text }) => printed.push(text),
    manifest: manifestWithPages(),
    code: sourceAppCode({ index: () => import('./app-functions') }),
    serviceUrl: service.url,
    siteUrl: listener.url,
    customUiUrl: contentListener.url.replace('127.0.0.1', 'localhost'),
    clientSecret: 'secret',
    demoFacts: {
      ...demoFacts,
      laptops: demoFacts.laptops.map((laptop, index) =>
        index === 0 ? { ...laptop, label: 'MacBook Pro 14' } : laptop,
      ),
    },
  });
  const tracker = await openTracker(sandbox, { directories: { web, ui } });
  listener.handleWith((request, response) => tracker.routing(request, response));
  const content = await createCustomUiContent(sandbox, { customUi, platform });
  contentListener.handleWith((request, response) => content.routing(request, response));
  return {
    url: listener.url,
    customUiUrl: sandbox.customUiUrl,
    serviceUrl: service.url,
    sandbox,
    printed,
    close: async () => {
      await Promise.all([tracker.close(), content.close()]);
      await Promise.all([listener.close(), contentListener.close(), service.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

function manifestWithPages() {
  const names = [...pageApps, absentPage];
  return testManifest((raw) => {
    for (const fieldType of raw.modules['jira:customFieldType']) {
      fieldType.view.experience = ['issue-view', 'portal-view'];
      fieldType.edit.experience = [
        ...['issue-view', 'issue-create', 'issue-transition'],
        ...['portal-request', 'issue-bulk-edit'],
      ];
      fieldType.unlicensedAccess = ['customer', 'unlicensed', 'anonymous'];
    }
    raw.modules['jira:personalSettingsPage'] = names.map((name) => ({
      key: name,
      resource: name,
      render: 'native',
      resolver: { function: 'field-resolver' },
      title: name,
    }));
    raw.modules['jira:adminPage'] = [
      {
        key: 'administration',
        resource: 'gallery-page',
        render: 'native',
        resolver: { function: 'field-resolver' },
        title: 'Laptop administration',
      },
    ];
    raw.modules['jira:projectPage'] = [
      {
        key: 'pages',
        resource: 'project-page',
        resolver: { function: 'field-resolver' },
        title: 'Workspace pages',
      },
    ];
    Object.assign(raw.permissions.external, {
      frames: ['https://wds.example.com'],
      images: [{ address: 'https://wds.example.com' }],
    });
    raw.resources = raw.resources.filter(({ key }) => key !== 'project-page');
    raw.resources.push(
      { key: 'project-page', path: 'project-page/build' },
      ...names
        .filter((name) => raw.resources.every(({ key }) => key !== name))
        .map((name) => ({ key: name, path: `${name}.tsx` })),
    );
  });
}

async function buildApps(outdir: string): Promise<void> {
  const apps = { ...fieldApps, ...Object.fromEntries(pageApps.map((name) => [name, name])) };
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(apps).map(([key, app]) => [`${key}/${key}`, join(appsFolder, `${app}.tsx`)]),
    ),
    outdir,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    plugins: [defaultImports(appsFolder)],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'warning',
  });
  for (const key of Object.keys(apps)) {
    await mkdir(join(outdir, key), { recursive: true });
    await writeFile(join(outdir, key, 'index.html'), indexPageOf(key, 'test'));
  }
}
