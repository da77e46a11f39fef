import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bundleFunctions } from '../../src/sandbox/forge/build-app';
import { readManifest } from '../../src/sandbox/forge/manifest';

const maximumBytes = 400_000;
const foreignFolders = /^src\/(service|sandbox|cli)\//;
const largePartOfZod = /\/zod\/v4\/(classic|locales)\//;
const nativeModule = /\.node$/;
const part = z.object({ bytesInOutput: z.number() });
const shape = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), part) })),
});

describe('The functions bundle', () => {
  let directory: string;
  /** What the bundler read, and of that what is still in the bundle. */
  let inputs: string[];
  let kept: string[];
  let bytes: number;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'functions-bundle-'));
    await bundleFunctions('.', directory, await readManifest('manifest.yml'));
    const metafile: unknown = JSON.parse(await readFile(join(directory, 'metafile.json'), 'utf8'));
    const { inputs: read, outputs } = shape.parse(metafile);
    inputs = Object.keys(read);
    kept = Object.values(outputs).flatMap((output) =>
      Object.keys(output.inputs).filter((path) => output.inputs[path]!.bytesInOutput > 0),
    );
    bytes = (await stat(join(directory, 'index.cjs'))).size;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('holds the app, and nothing of the service, the sandbox or the command line', () => {
    expect(inputs).toContain('src/index.ts');
    expect(inputs.filter((path) => foreignFolders.test(path))).toEqual([]);
  });

  test('has of zod only what stays small: no schemas with methods, and no texts in a language', () => {
    expect(kept.filter((path) => path.includes('/zod/v4/mini/'))).not.toEqual([]);
    expect(kept.filter((path) => largePartOfZod.test(path))).toEqual([]);
  });

  test('needs no native module', () => {
    expect(inputs.filter((path) => nativeModule.test(path))).toEqual([]);
  });

  test('stays within 400 kB', () => {
    expect(bytes).toBeLessThanOrEqual(maximumBytes);
  });
});
