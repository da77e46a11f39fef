import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const screenTexts = ['src/app', 'static/project-page/src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(-texts\.ts|\.tsx)$/.test(path))
    .map((path) => join(folder, path)),
);

describe('What a screen says', () => {
  test('is in many files', () => {
    expect(screenTexts.length).toBeGreaterThan(20);
  });

  test.each(screenTexts)('speaks of work items, as Jira does: %s', (path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const inJql = /\bissue (not )?in workspaceObjects\(/g;
    expect(code.replace(inJql, '').match(/.*(?<!\.)\bissues?\b(?!-).*/gi) ?? []).toEqual([]);
  });
});
