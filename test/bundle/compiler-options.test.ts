import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

function readConfig(file: string) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(file, undefined, host)!;
  return {
    options: config.options,
    files: config.fileNames.map((path) => relative('.', path)),
    references: config.projectReferences?.map(({ path }) => path),
  };
}

function filesIn(folder: string, extension: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => extension.test(path))
    .map((path) => join(folder, path));
}

describe('tsconfig.json, which Atlassian’s bundler and lint take', () => {
  const { options, files } = readConfig('tsconfig.json');

  test('lets TypeScript write what the bundler asks it for', () => {
    expect(options.noEmit).not.toBe(true);
  });

  test('is the nearest one to the app’s files, which is where the bundler looks', () => {
    const others = ['src', 'src/app', 'src/query', 'src/api'].flatMap((folder) =>
      readdirSync(folder).filter((name) => name === 'tsconfig.json'),
    );
    expect(others).toEqual([]);
  });

  test('has of TypeScript the app alone', () => {
    const typeScript = files.filter((path) => /\.tsx?$/.test(path));
    expect(typeScript).toContain('src/index.ts');
    expect(typeScript.filter((path) => !/^src\/(index\.ts|(app|query|api)\/)/.test(path))).toEqual(
      [],
    );
  });

  test('has every JavaScript file below src, for the lint fails at one that it lacks', () => {
    expect(files).toEqual(expect.arrayContaining(filesIn('src', /\.[cm]?jsx?$/)));
  });
});

describe('tsconfig.sources.json', () => {
  test('has every TypeScript file of the project', () => {
    const { files } = readConfig('tsconfig.sources.json');
    const sources = ['src', 'static', 'test', 'scripts'].flatMap((folder) =>
      filesIn(folder, /(?<!\.d)\.tsx?$/).filter((path) => !path.includes('node_modules')),
    );
    expect(files).toEqual(expect.arrayContaining([...sources, 'vitest.config.ts']));
  });

  test.each(['src/cli', 'src/sandbox', 'src/service', 'static', 'test', 'scripts'])(
    'is what editors and lint take for %s, and bundlers find the same options there',
    (folder) => {
      const own = readConfig(join(folder, 'tsconfig.json'));
      const whole = readConfig('tsconfig.sources.json');
      expect(own.references).toEqual([resolve('tsconfig.sources.json')]);
      expect(own.files).toEqual([]);
      expect({ ...own.options, configFilePath: '' }).toEqual({
        ...whole.options,
        configFilePath: '',
      });
    },
  );
});
