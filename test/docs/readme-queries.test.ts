import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bindTemplate, parseTemplate, printQuery } from '../../src/query';
import { demoTypeId } from '../../src/service';
import { demoClient, startDemoService } from '../support/demo-service';
import { duringTests } from '../support/during-tests';

const [, block = ''] =
  /## The query language[^`]*```\n([^`]*)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
const queries = block.trim().split('\n');

describe('The queries of the README', () => {
  const service = duringTests(() => startDemoService());

  test('are several', () => {
    expect(queries.length).toBeGreaterThan(3);
  });

  test.each(queries)('%s finds laptops of the demo', async (text) => {
    const request = { query: bound(text), typeId: demoTypeId('IT', 'Laptop') };
    const page = await demoClient(service).objects.search(request);
    expect(page.total).toBeGreaterThan(0);
  });

  function bound(text: string): string {
    const parsed = parseTemplate(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const result = bindTemplate(parsed.query, { emailCurrentUser: 'admin@example.com' });
    if (!result.ok) throw new Error(result.error.message);
    return printQuery(result.query);
  }
});
