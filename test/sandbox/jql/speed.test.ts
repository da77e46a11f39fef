import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { ClauseCompiler } from '../../../src/sandbox/jql/compile-clause';
import { FieldCatalogue } from '../../../src/sandbox/jql/field-catalogue';
import { parseJql } from '../../../src/sandbox/jql/parse-jql';
import { Refusals } from '../../../src/sandbox/jql/refusals';
import { assetField, callerOf } from '../support/jira';
import { openSearchSite } from './jql-site';

test('A list of 1,000 values is looked up and not walked through, over 10,000 issues', async () => {
  const { model } = await openSearchSite();
  const [sample] = model.state.issues;
  if (!sample) throw new Error('The demo has no issues.');
  const issues = Array.from({ length: 10_000 }, (_, index) => ({
    ...sample,
    values: { [assetField]: { objectIds: [`id-${index}`, `other-${index}`] } },
  }));
  const context = { model, caller: callerOf('member'), accountId: 'member' };
  const compiler = new ClauseCompiler(new FieldCatalogue(context), context, new Refusals());
  const matcherOf = (length: number) => {
    const values = Array.from({ length }, (_, index) => `"id-${index}"`);
    const { where } = parseJql(`"Asset.ObjectId" in (${values.join(',')})`);
    if (!where) throw new Error('The query restricts nothing.');
    return compiler.compile(where);
  };

  const [long, short] = [matcherOf(1_000), matcherOf(1)];
  expect(issues.filter(long)).toHaveLength(1_000);
  // A walk through the list takes several hundred times as long as one comparison.
  expect(fastest(() => issues.filter(long))).toBeLessThan(20 * fastest(() => issues.filter(short)));
});

function fastest(action: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...times);
}
