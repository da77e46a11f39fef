import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildApp } from '../../src/sandbox/forge/build-app';

const maximumBytes = 400_000;
const foreignFolders = /^src\/(service|sandbox|cli)\//;
const nativeModule = /\.node$/;

describe('The functions bundle', () => {
  let directory: string;
  let inputs: string[];
  let bytes: number;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'functions-bundle-'));
    const { functionsDirectory } = await buildApp({ outputDirectory: directory });
    const metafile: unknown = JSON.parse(
      await readFile(join(functionsDirectory, 'metafile.json'), 'utf8'),
    );
    const shape = z.object({ inputs: z.record(z.string(), z.unknown()) });
    inputs = Object.keys(shape.parse(metafile).inputs);
    bytes = (await stat(join(functionsDirectory, 'index.cjs'))).size;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('holds the app, and nothing of the service, the sandbox or the command line', () => {
    expect(inputs).toContain('src/index.ts');
    expect(inputs.filter((path) => foreignFolders.test(path))).toEqual([]);
  });

  it('needs no native module', () => {
    expect(inputs.filter((path) => nativeModule.test(path))).toEqual([]);
  });

  it('stays within 400 kB', () => {
    expect(bytes).toBeLessThanOrEqual(maximumBytes);
  });
});
