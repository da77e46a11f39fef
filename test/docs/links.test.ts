import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

const sources = ['src', 'static', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);

describe('The documentation', () => {
  test.each(pages)('%s links only to what is there', (page) => {
    const targets = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
    const missing = targets
      .map(([, target]) => join(dirname(page), target ?? ''))
      .filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  test.each(pages)('%s names only source files that are there', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => path.startsWith('src/') || /\.(tsx?|mjs)$/.test(path));
    // Some name a path from the folder that the page is about.
    const isThere = (path: string) =>
      sources.some((source) => `/${source}`.endsWith(`/${path.replace(/\/$/, '')}`));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });
});
