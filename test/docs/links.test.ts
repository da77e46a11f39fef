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

describe('The documentation', () => {
  test.each(pages)('%s links only to what is there', (page) => {
    const targets = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
    const missing = targets
      .map(([, target]) => join(dirname(page), target ?? ''))
      .filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });
});
