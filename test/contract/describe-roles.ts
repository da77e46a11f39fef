import { afterAll, describe, expect, test } from 'vitest';
import { everyEndpoint, type EndpointName } from '../../src/api/every-endpoint';
import { errorBody } from '../../src/api/error-body';
import { roles, type Role } from '../../src/api/permission';
import { demoAccounts } from '../../src/service';
import { nowhere } from './bad-input';
import type { Target } from './target';

/** Whoever may make a call as the least. A call that isn't named here is one for administrators. */
const leastRole: Partial<Record<EndpointName, Role>> = Object.fromEntries<Role>([
  ...(
    [
      'listTypes',
      'listEnrichedTypes',
      'getType',
      'listAttributes',
      'listAttributeTypes',
      'getAttribute',
      'getObject',
      'listObjectHistory',
      'searchObjects',
      'listUsers',
      'getUser',
      'listGroups',
      'getGroup',
      'listWorkflows',
      'getWorkflow',
      'listAvailableTransitions',
      'listSites',
      'getSite',
      'listSitePages',
      'getSitePage',
      'createEmbedToken',
    ] as const
  ).map((name) => [name, 'reader'] as const),
  ...(
    [
      'createObject',
      'updateObject',
      'changeObjects',
      'deleteObject',
      'listDeletedObjects',
      'restoreObject',
      'createContent',
    ] as const
  ).map((name) => [name, 'editor'] as const),
]);

const inWorkspace = everyEndpoint.filter(({ endpoint }) => endpoint.needsWorkspace);

/** Each call as each role: refused before anything else about it is looked at, or not for the role. */
export function describeRoles(target: Target): void {
  const member = demoAccounts.find(({ account }) => account === 'member');
  const become = async (role: Role) => {
    const path = `/user/${member?.id ?? ''}/role`;
    const answer = await target.call({ method: 'PUT', path, body: { role } });
    expect(answer.status, answer.text).toBe(200);
  };

  describe.each(roles)('a person with the role %s', (role) => {
    afterAll(() => become('editor'));

    test('makes the calls that their role allows, and no others', async () => {
      await become(role);
      for (const { name, endpoint } of inWorkspace) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, nowhere);
        const isAllowed = roles.indexOf(role) >= roles.indexOf(leastRole[name] ?? 'administrator');
        const answer = await target.call({
          method: endpoint.method,
          path: `${path}?confirm=wrong&limit=wrong`,
          headers: { authorization: `Bearer ${member?.token ?? ''}` },
          ...(endpoint.body !== undefined && { rawBody: '{' }),
        });
        expect(answer.status === 403, `${name}: ${answer.text}`).toBe(!isAllowed);
        if (!isAllowed) {
          expect(errorBody.parse(answer.body).message).toMatch(
            new RegExp(
              `^Your role in this workspace is ${role}\\. Only an .* can do this\\. An administrator of the workspace can change your role\\.$`,
            ),
          );
        }
      }
    });
  });
}
