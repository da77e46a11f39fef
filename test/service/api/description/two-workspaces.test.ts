import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../../src/api/error-body';
import { attributeId, ids, objects } from '../../fleet';
import { startFleetService, type Answer } from '../../fleet-service';
import { setRole } from '../../rights';
import { bodyOf, operations, parametersOf, type DescribedOperation } from './arbitrary-request';
import { fillExample, isFilledIn, uuid } from './filled-example';
import { duringTests } from '../../../support/during-tests';

/** A member of one workspace, with the ids of what is in it by the names that paths have for them. */
interface Side {
  readonly as: 'ann' | 'cat';
  readonly workspaceId: string;
  readonly ids: Readonly<Record<string, string>>;
}

let sides: { fleet: Side; archive: Side };
const service = duringTests(() => startFleetService());
beforeAll(async () => {
  const cat = { workspaceId: ids.archive, userId: ids.cat };
  await setRole(service.database, cat, 'administrator');
  sides = {
    fleet: await settle('ann', ids.fleet, {
      type: ids.laptop,
      attribute: attributeId('Laptop', 'Serial'),
      object: objects.a,
      user: ids.ben,
      workflow: ids.workflow,
      content: 'front',
    }),
    archive: await settle('cat', ids.archive, {
      type: ids.archived,
      attribute: ids.archivedName,
      object: objects.archived,
      user: ids.cat,
      workflow: ids.archivedWorkflow,
      content: 'foreign',
    }),
  };
});

/** With a site, a page and a token of their own. */
async function settle(as: Side['as'], workspaceId: string, own: Side['ids']): Promise<Side> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await call({ as, workspaceId, ids: {} }, 'POST', `/public/v1${path}`, body);
    return (answer.body as { id: string }).id;
  };
  const site = await create('/site', { name: 'Own', isOpen: true });
  const page = await create(`/site/${site}/page`, { name: 'Own', blocks: [] });
  const group = await create('/group', { name: 'Own' });
  const token = await create('/token', { name: 'Own', durationDays: 1 });
  return { as, workspaceId, ids: { ...own, workspace: workspaceId, site, page, group, token } };
}

function call(
  { as, workspaceId }: Side,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const headers = { 'wds-workspace-id': workspaceId };
  return service.call(method, path, { as, headers, ...(body !== undefined && { body }) });
}

/** One thing that someone tries on the other workspace. */
interface Attempt {
  readonly what: string;
  readonly described: DescribedOperation;
  /** As whom, in which workspace, with whose ids in the path, the query and the body. */
  readonly mix: (own: Side, foreign: Side) => { caller: Side; inPath: Side; inRest: Side };
}

const inForeignWorkspace: Attempt['mix'] = (own, foreign) => ({
  caller: { ...own, workspaceId: foreign.workspaceId },
  inPath: foreign,
  inRest: foreign,
});
const withForeignPath: Attempt['mix'] = (own, foreign) => ({
  caller: own,
  inPath: foreign,
  inRest: own,
});
const withForeignRest: Attempt['mix'] = (own, foreign) => ({
  caller: own,
  inPath: own,
  inRest: foreign,
});

/** Where an operation takes ids besides its path: in the query, or in the example of its body. */
function takesIdsElsewhere(described: DescribedOperation): boolean {
  const inQuery = parametersOf(described).some(
    (each) => isFilledIn(each) && each.schema.format === 'uuid',
  );
  return inQuery || uuid.test(JSON.stringify(bodyOf(described)?.examples ?? {}));
}

/** Every operation, in every way in which it can be about the other workspace. */
const attempts: readonly Attempt[] = operations
  .filter(({ operation }) => operation.security?.length !== 0)
  .flatMap((described) => {
    const parameters = parametersOf(described);
    const { name } = described;
    const needsWorkspace = parameters.some((each) => each.name === 'wds-workspace-id');
    const hasPath = parameters.some((each) => each.in === 'path');
    return [
      ...(needsWorkspace
        ? [{ what: `${name} in the workspace`, described, mix: inForeignWorkspace }]
        : []),
      ...(hasPath ? [{ what: `${name} of what is there`, described, mix: withForeignPath }] : []),
      ...(takesIdsElsewhere(described)
        ? [{ what: `${name} with ids of there`, described, mix: withForeignRest }]
        : []),
    ];
  });

/** What isn't there for someone: a 404, or in a list of ids a violation that says so. */
function expectNotThere({ status, body }: Answer): void {
  const { violations = [] } = errorBody.parse(body);
  if (status === 400 && violations.length > 0) {
    expect(violations.map(({ violationType }) => violationType)).toContain('NOT_FOUND');
  } else if (status === 400) {
    expect(body).toHaveProperty('message', 'fromStateId isn’t a state of this workflow.');
  } else expect([status, body]).toEqual([404, expect.anything()]);
}

describe('A member of one workspace finds nothing of another one', () => {
  test.each(attempts)('$what', async (attempt) => {
    const { method } = attempt.described;
    for (const [own, foreign] of [
      [sides.fleet, sides.archive],
      [sides.archive, sides.fleet],
    ] as const) {
      const { caller, inPath, inRest } = attempt.mix(own, foreign);
      const { path, body } = fillExample(attempt.described, inPath.ids, inRest.ids);
      expectNotThere(await call(caller, method, path, body));
    }
  });

  test('nor in its own audit by the id of a person from there', async () => {
    const path = `/public/v1/audit?userId=${ids.cat}`;
    const { body } = await call(sides.fleet, 'GET', path, undefined);
    expect(body).toMatchObject({ total: 0, result: [] });
    const everything = await call(sides.fleet, 'GET', '/public/v1/audit?limit=200', undefined);
    for (const id of Object.values(sides.archive.ids)) {
      expect(JSON.stringify(everything.body)).not.toContain(id);
    }
  });

  test('and everything is still there for its own people', async () => {
    for (const side of Object.values(sides)) {
      for (const resource of ['type', 'attribute', 'object', 'user', 'group', 'workflow', 'site']) {
        const path = `/public/v1/${resource}/${side.ids[resource]}`;
        expect((await call(side, 'GET', path, undefined)).status, path).toBe(200);
      }
      const page = `/public/v1/site/${side.ids['site']}/page/${side.ids['page']}`;
      expect((await call(side, 'GET', page, undefined)).status).toBe(200);
      const tokens = await call(side, 'GET', '/public/v1/token', undefined);
      expect(tokens.body).toHaveProperty('total', 2);
    }
  });
});
