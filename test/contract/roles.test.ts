import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyEndpoint, type EndpointName } from '../../src/api/every-endpoint';
import { errorBody } from '../../src/api/error-body';
import { roles, type Role } from '../../src/api/permission';
import { demoAccounts } from '../../src/service';
import { nowhere } from './bad-input';
import { openTarget } from './target';

/** Whoever may make a call as the least. A call that isn't named here is one for administrators. */
const leastRole: Partial<Record<EndpointName, Role>> = Object.fromEntries<Role>([
  ...named('reader', [
    'listTypes',
    'listEnrichedTypes',
    'getType',
    'listAttributes',
    'getAttribute',
  ]),
  ...named('reader', ['listAttributeTypes', 'getObject', 'listObjectHistory', 'searchObjects']),
  ...named('reader', ['listReferrers']),
  ...named('reader', ['listUsers', 'getUser', 'listGroups', 'getGroup', 'listWorkflows']),
  ...named('reader', ['getWorkflow', 'listAvailableTransitions', 'listSites', 'getSite']),
  ...named('reader', ['listSitePages', 'getSitePage', 'createEmbedToken']),
  ...named('editor', ['createObject', 'updateObject', 'changeObjects', 'deleteObject']),
  ...named('editor', ['listDeletedObjects', 'restoreObject', 'createContent']),
]);

function named(role: Role, names: readonly EndpointName[]): [EndpointName, Role][] {
  return names.map((name) => [name, role]);
}

const inWorkspace = everyEndpoint.filter(({ endpoint }) => endpoint.permission !== null);

const target = await openTarget();
afterAll(() => target.close());

const member = demoAccounts.find(({ account }) => account === 'member');

/** Each call as each role: refused before anything else about it is looked at, or not for the role. */
describe.each(roles)('a person with the role %s', (role) => {
  beforeAll(() => target.client.users.setRole(member?.id ?? '', { role }));

  test.each(inWorkspace)('calls if their role allows it: $name', async ({ name, endpoint }) => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, nowhere);
    const isAllowed = roles.indexOf(role) >= roles.indexOf(leastRole[name] ?? 'administrator');
    const answer = await target.call({
      method: endpoint.method,
      path: `${path}?confirm=wrong&limit=wrong`,
      headers: { authorization: `Bearer ${member?.token ?? ''}` },
      ...(endpoint.body !== undefined && { rawBody: '{' }),
    });
    expect(answer.status === 403, answer.text).toBe(!isAllowed);
    if (isAllowed) return;
    expect(errorBody.parse(answer.body).message).toMatch(
      new RegExp(
        `^Your role in this workspace is ${role}\\. Only an .* can do this\\. An administrator of the workspace can change your role\\.$`,
      ),
    );
  });
});
