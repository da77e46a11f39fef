import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  appFolders,
  appSides,
  foldersForStatic,
  forbiddenImports,
  platformFolder,
  platformPackages,
  sandboxFolders,
  serviceFolders,
  sideOf,
} from '../../scripts/import-rules.mjs';

/** Every import of a source file, static or dynamic; relative ones as a path from the top. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? join(dirname(path), fileName) : fileName,
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

const exportedName = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

describe('Imports', () => {
  test.each(Object.entries(forbiddenImports))('of src/%s reach none of %j', (folder, others) => {
    const sources = sourcesIn(join('src', folder));
    expect(sources).not.toEqual([]);
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .filter((target) => others.some((other) => `${target}/`.startsWith(`src/${other}/`)))
        .map((target) => `${source} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ['src/app', appFolders],
    ['src/sandbox', sandboxFolders],
    ['src/service', serviceFolders],
  ])('within %s reach only folders before their own, and each has a place', (part, order) => {
    const placeOf = (path: string) =>
      order.findIndex((folder) => path.startsWith(`${part}/${folder}/`));
    const folders = new Set(sourcesIn(part).map(dirname));
    folders.delete(part);
    const placed = new Set([...folders].map((folder) => order[placeOf(`${folder}/`)]));
    expect([...placed].sort()).toEqual([...order].sort());
    const wrong = sourcesIn(part).flatMap((source) =>
      importsOf(source)
        .filter((target) => placeOf(source) >= 0 && placeOf(target) > placeOf(source))
        .map((target) => `${source} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('within src/app stay on their side, in the browser or on Forge, or run on both', () => {
    const sideOfImport = (target: string) => {
      if (target.startsWith('src/api/client')) return 'forge';
      if (target.startsWith('src/app/')) {
        const files = [`${target}.ts`, `${target}.tsx`].filter((file) => existsSync(file));
        expect(files).toHaveLength(1);
        return sideOf(files[0] ?? '');
      }
      if (appSides.browser.packages.test(target)) return 'browser';
      return appSides.forge.packages.test(target) ? 'forge' : 'both';
    };
    const sources = sourcesIn('src/app');
    expect(new Set(sources.map(sideOf))).toEqual(new Set(['browser', 'forge', 'both']));
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .filter((target) => !['both', sideOf(source)].includes(sideOfImport(target)))
        .map((target) => `${source} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of the screens in static reach only the folders of src that are made for screens', () => {
    const wrong = sourcesIn('static').flatMap((source) =>
      importsOf(source)
        .filter((target) => target.startsWith('src'))
        .filter((target) => !foldersForStatic.some((folder) => target.startsWith(`src/${folder}/`)))
        .map((target) => `${source} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of zod take all of it under one name: its named exports bring the messages of every language', () => {
    const users = ['src', 'static', 'test', 'scripts']
      .flatMap(sourcesIn)
      .filter((source) => /^import [^*;]*\bfrom 'zod'/m.test(readFileSync(source, 'utf8')));
    expect(users).toEqual([]);
  });

  test('within the sandbox name each file and each export once', () => {
    const sources = sourcesIn('src/sandbox');
    const files = sources.map((path) => basename(path).replace(/\.tsx?$/, ''));
    const exported = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(exportedName)].map(([, name]) => name),
    );
    const repeated = [files, exported].flatMap((names) =>
      names.filter((name, index) => names.indexOf(name) !== index),
    );
    expect(exported.length).toBeGreaterThan(300);
    expect(repeated).toEqual([]);
  });

  test('of the platform’s packages stand in one folder', () => {
    const users = sourcesIn('src/app').filter((source) =>
      importsOf(source).some((target) => platformPackages.test(target)),
    );
    expect(users).not.toEqual([]);
    expect(users.filter((source) => !source.startsWith(platformFolder))).toEqual([]);
  });

  test('are read whatever their form', () => {
    const forms = "import a from './a'; export * from './b'; const c = await import('./c');";
    const { importedFiles } = ts.preProcessFile(forms, true, true);
    expect(importedFiles.map(({ fileName }) => fileName)).toEqual(['./a', './b', './c']);
  });
});
