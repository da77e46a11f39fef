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

function readState({ client, facts }: Target): Promise<unknown[]> {
  return Promise.all([
    client.objects.search({ query: '' }),
    client.types.listEnriched({ limit: 200 }),
    client.attributes.list({ typeId: facts.type.id, limit: 200 }),
    client.objects.get(facts.objectId),
  ]);
}
