import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

const sources = ['src', 'static', 'scripts', 'test', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isThere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const linked = path === '' ? page : join(dirname(page), path);
  return existsSync(linked) && (anchor === undefined || anchorsOf(linked).includes(anchor));
}

describe('The documentation', () => {
  test.each(pages)('%s links only to pages and headings that are there', (page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\(([^):]+)\)|(?:src|srcset)="([^":]+)"/g)];
    const targets = links.map(([, link, picture]) => link ?? picture ?? '');
    expect(targets.filter((target) => !isThere(page, target))).toEqual([]);
  });

  test('has a line for each page on the page of all pages', () => {
    const index = readFileSync('docs/index.md', 'utf8');
    const others = pages.filter((page) => dirname(page) === 'docs' && page !== 'docs/index.md');
    expect(others.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual(
      [],
    );
  });

  test.each(pages)('%s names only source files that are there', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => path.startsWith('src/') || /\.(tsx?|mjs)$/.test(path));
    // Some name a path from the folder that the page is about.
    const isSource = (path: string) =>
      sources.some((source) => `/${source}`.endsWith(`/${path.replace(/\/$/, '')}`));
    expect(named.filter((path) => !isSource(path))).toEqual([]);
  });
});
