import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type AppBuild } from '../../../src/sandbox/forge/build-app';
import { changedManifestText } from '../support/test-manifest';

let root: string;
let built: AppBuild;

const resolverSource = `
import Resolver from '@forge/resolver';
const resolver = new Resolver();
resolver.define('hello', () => 'hello');
export const handler = resolver.getDefinitions();
`;
const screenSource = `
import ForgeReconciler, { Text } from '@forge/react';
ForgeReconciler.render(<Text>hello</Text>);
`;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-app-'));
  await mkdir(join(root, 'src'));
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  const manifest = changedManifestText((raw) => {
    raw.modules.function = [{ key: 'field-resolver', handler: 'index.resolver' }];
    Object.assign(raw, { resources: [{ key: 'connect-page', path: 'src/screen.tsx' }] });
  });
  await writeFile(join(root, 'manifest.yml'), manifest);
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'src/index.ts'), "export { handler as resolver } from './resolver';");
  await writeFile(join(root, 'src/resolver.ts'), resolverSource);
  await writeFile(join(root, 'src/screen.tsx'), screenSource);
  built = await buildApp({ root, outputDirectory: join(root, 'build') });
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('The build', () => {
  test('makes a CommonJS bundle with one export per handler, and its metafile', async () => {
    const require = createRequire(import.meta.url);
    const bundle = require(join(built.functionsDirectory, 'index.cjs')) as object;
    expect(Object.keys(bundle)).toEqual(['resolver']);
    const metafile: unknown = JSON.parse(
      await readFile(join(built.functionsDirectory, 'metafile.json'), 'utf8'),
    );
    expect(metafile).toHaveProperty(['inputs', 'src/resolver.ts']);
  });

  test('gives each UI Kit resource one script and a page that takes the bridge first', async () => {
    const page = await readFile(join(built.uiDirectory, 'connect-page/index.html'), 'utf8');
    expect(page.indexOf('window.__bridge = parent.__bridgeFor(window)')).toBeLessThan(
      page.indexOf('connect-page.js'),
    );
    const script = await readFile(join(built.uiDirectory, 'connect-page/connect-page.js'), 'utf8');
    expect(script).toContain('hello');
    expect(script).not.toMatch(/^import /m);
  });
});
