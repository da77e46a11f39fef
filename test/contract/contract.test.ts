import { afterAll, beforeAll, describe, expect } from 'vitest';
import { describeDescription, describeEndpoints } from './describe-endpoints';
import { describeHttp } from './describe-http';
import { describePermissions } from './describe-permissions';
import { describeRefusals } from './describe-refusals';
import { describeSlowQueries } from './describe-slow-queries';
import { describeStatements } from './describe-statements';
import { describeVersions, describeWriters } from './describe-writers';
import { openTarget, type Target } from './target';

const target = await openTarget();
afterAll(() => target.close());

describe('what changes nothing', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await readState(target);
  });
  afterAll(async () => {
    expect(await readState(target)).toEqual(before);
  });
  describeDescription(target);
  describeRefusals(target);
  describeHttp(target);
  describeSlowQueries(target);
  describePermissions(target);
});

describe('what changes something', () => {
  describeEndpoints(target);
  describeWriters(target);
  describeVersions(target);
});

describeStatements(target);

async function readState({ call, facts }: Target): Promise<unknown[]> {
  const objects = await call({ method: 'POST', path: '/object/search', body: { query: '' } });
  const paths = [
    '/type/enriched?limit=200',
    `/attribute?typeId=${facts.type.id}&limit=200`,
    `/object/${facts.objectId}`,
  ];
  const answers = await Promise.all(paths.map((path) => call({ method: 'GET', path })));
  return [objects, ...answers].map(({ status, body }) => ({ status, body }));
}
