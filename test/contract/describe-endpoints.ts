import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as attribute from '../../src/api/attribute';
import * as group from '../../src/api/group';
import * as token from '../../src/api/token';
import * as type from '../../src/api/type';
import * as user from '../../src/api/user';
import * as workflow from '../../src/api/workflow';
import { present, ownParentOrigin, type Target } from './target';
import { createOwnSite, createOwnType } from './own-data';
import { embedAudience } from '../../src/api/site-page';
import { everyEndpoint } from '../../src/api/every-endpoint';
import { load } from 'cheerio';
import { describeApi } from '../../src/service/api/description/describe-api';

interface Example {
  readonly id?: string | undefined;
  readonly pageId?: string | undefined;
  readonly query?: string;
  readonly body?: unknown;
}

/** Every endpoint answers as its schemas say. */
export function describeEndpoints(target: Target): void {
  const { call, facts } = target;

  describe('every endpoint', () => {
    let examples: Readonly<Record<string, Example>>;
    beforeAll(async () => {
      examples = await listExamples(target);
    });

    test.each(everyEndpoint)('answers by its schema: $name', async ({ name, endpoint }) => {
      const { id = '', pageId = '', query = '', body } = present(examples[name]);
      const path = endpoint.path.replace('{id}', id).replace('{pageId}', pageId) + query;
      const answer = await call({ method: endpoint.method, path, body });
      if (endpoint.reply === undefined) {
        expect([answer.status, answer.text]).toEqual([204, '']);
        return;
      }
      expect(answer.status, answer.text.slice(0, 500)).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(z.parse(endpoint.reply, answer.body)).toEqual(answer.body);
    });

    test('of a list answers the pages that are asked for', async () => {
      const all = await call({ method: 'GET', path: '/type' });
      const { total, result } = type.listTypes.reply!.parse(all.body);
      const last = await call({ method: 'GET', path: `/type?offset=${total - 1}&limit=1` });
      expect(last.body).toEqual({ total, pageSize: 1, isLast: true, result: result.slice(-1) });
      const beyond = await call({ method: 'GET', path: `/type?offset=${total + 5}` });
      expect(beyond.body).toEqual({ total, pageSize: 50, isLast: true, result: [] });
    });
  });

  async function listExamples(own: Target): Promise<Record<string, Example>> {
    const created = await createOwnType(own, 'Answered');
    const site = await createOwnSite(own, 'Answered');
    const readers = [facts.userId];
    const blocks = [{ kind: 'table', typeId: created.typeId, columns: [created.text] }];
    const newToken = { name: 'Example', durationDays: 1 };
    const toRevoke = token.createToken.reply!.parse(
      (await call({ method: 'POST', path: '/token', body: newToken })).body,
    );
    const { id: toBlock } = token.createToken.reply!.parse(
      (await call({ method: 'POST', path: '/token', body: { name: 'Blocked' } })).body,
    );
    const attributes = [{ attributeId: created.label, values: ['Example'] }];
    const doomed = await createOwnType(own, 'Deleted');
    const workflowId = await findWorkflowId(own);
    return {
      listWorkspaces: {},
      createWorkspace: { body: { name: 'Created' } },
      updateWorkspace: { id: facts.workspaceId, body: { name: 'IT' } },
      listTypes: {},
      listEnrichedTypes: {},
      getType: { id: created.typeId },
      updateType: { id: created.typeId, body: { description: 'Changed' } },
      deleteType: { id: doomed.typeId },
      getTypeAccess: { id: created.typeId },
      setTypeAccess: {
        id: created.typeId,
        body: { read: { everyone: true }, write: { userIds: readers, groupIds: [] } },
      },
      createType: { body: { name: 'Another', description: 'With words' } },
      listAttributes: { query: `?typeId=${facts.type.id}` },
      listAttributeTypes: {},
      getAttribute: { id: created.text },
      createAttribute: {
        body: { name: 'Number', typeId: created.typeId, attributeTypeCode: 'INTEGER' },
      },
      deleteAttribute: { id: created.list },
      updateAttribute: { id: created.text, body: { name: 'Renamed' } },
      getObject: { id: facts.objectId },
      createObject: { body: { typeId: created.typeId, attributes } },
      updateObject: { id: await created.createObject('Old'), body: { attributes } },
      deleteObject: { id: await created.createObject('Gone') },
      listObjectHistory: { id: facts.objectId },
      listAudit: {},
      listDeletedObjects: { query: `?typeId=${created.typeId}` },
      restoreObject: { id: await created.createDeletedObject('Back') },
      changeObjects: {
        body: {
          operations: [{ objectOperationType: 'create', typeId: created.typeId, attributes }],
        },
      },
      createContent: { body: { fileName: 'a.png', fileSize: 1, contentType: 'image/png' } },
      searchObjects: { body: { query: '', limit: 200 } },
      listUsers: {},
      getUser: { id: facts.userId },
      getCurrentUser: {},
      addUser: { body: { email: 'new@example.com', name: 'New', role: 'reader' } },
      addUsers: {
        body: { users: [{ email: 'newer@example.com', name: 'Newer', role: 'editor' }] },
      },
      setUserRole: { id: await addOwnUser(own, 'changed@example.com'), body: { role: 'reader' } },
      setUserSuspension: {
        id: await addOwnUser(own, 'suspended@example.com'),
        body: { isSuspended: true },
      },
      removeUser: { id: await addOwnUser(own, 'gone@example.com') },
      listGroups: {},
      getGroup: { id: await createOwnGroup(own, 'Read') },
      createGroup: { body: { name: 'Answered', userIds: readers } },
      updateGroup: { id: await createOwnGroup(own, 'Changed'), body: { userIds: readers } },
      deleteGroup: { id: await createOwnGroup(own, 'Gone') },
      listWorkflows: {},
      getWorkflow: { id: workflowId },
      updateWorkflow: { id: workflowId, body: {} },
      deleteWorkflow: { id: await createOwnWorkflow(own) },
      createWorkflow: { body: { name: 'Steps', states: [{ name: 'Open' }] } },
      listAvailableTransitions: { id: workflowId },
      listSites: {},
      getSite: { id: site.id },
      createSite: { body: { name: 'Created', isOpen: false, userIds: readers } },
      updateSite: { id: site.id, body: { name: 'Renamed' } },
      deleteSite: { id: (await createOwnSite(own, 'Gone')).id },
      listSitePages: { id: site.id },
      getSitePage: { id: site.id, pageId: site.pageId },
      createSitePage: { id: site.id, body: { name: 'Created', blocks } },
      updateSitePage: { id: site.id, pageId: site.pageId, body: { blocks } },
      deleteSitePage: { id: site.id, pageId: await site.createPage('Gone') },
      createEmbedToken: {
        id: site.id,
        pageId: site.pageId,
        body: { audience: embedAudience, parentOrigin: ownParentOrigin },
      },
      getCurrentToken: {},
      listMemberTokens: {},
      blockToken: { id: toBlock },
      unblockToken: { id: toBlock },
      listTokens: {},
      createToken: { body: { name: 'Without end', durationDays: null } },
      deleteToken: { id: toRevoke.id },
    };
  }
}

async function addOwnUser({ call }: Target, email: string): Promise<string> {
  const body = { email, name: 'Somebody', role: 'editor' };
  return user.addUser.reply!.parse((await call({ method: 'POST', path: '/user', body })).body).id;
}

async function createOwnGroup({ call }: Target, name: string): Promise<string> {
  const answer = await call({ method: 'POST', path: '/group', body: { name } });
  return group.createGroup.reply!.parse(answer.body).id;
}

async function createOwnWorkflow({ call }: Target): Promise<string> {
  const body = { name: 'Gone', states: [{ name: 'Open' }] };
  const answer = await call({ method: 'POST', path: '/workflow', body });
  return workflow.createWorkflow.reply!.parse(answer.body).id;
}

/** The workflow of whichever attribute has one. */
async function findWorkflowId({ call, facts }: Target): Promise<string> {
  const attributes = facts.types.flatMap((entry) => entry.attributes);
  const { id } = present(
    attributes.find(({ attributeTypeCode }) => attributeTypeCode === 'WORKFLOW'),
  );
  const answer = await call({ method: 'GET', path: `/attribute/${id}` });
  const { configuration } = attribute.getAttribute.reply!.parse(answer.body);
  return String(configuration?.['workflowId']);
}

/** What programs and people read of the API. */
export function describeDescription({ url }: Target): void {
  describe('the description of the API', () => {
    test('is answered to whoever asks, with the address of the service', async () => {
      const answer = await fetch(`${url}/openapi/openapi.json`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi(url))));
    });

    test('has a page for people, all of whose files are the service’s own', async () => {
      const answer = await fetch(`${url}/openapi`);
      expect([answer.status, answer.url]).toEqual([200, `${url}/openapi/`]);
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      const page = load(await answer.text());
      const files = page('[src], link[href]')
        .toArray()
        .map((element) => page(element).attr('src') ?? page(element).attr('href') ?? '')
        // The icon is part of the page.
        .filter((address) => !address.startsWith('data:'));
      expect(files).toEqual(['swagger-ui.css', 'viewer.css', 'swagger-ui-bundle.js', 'viewer.js']);
      for (const file of files) {
        const { status, headers } = await fetch(new URL(file, answer.url), { method: 'HEAD' });
        expect([status, headers.get('content-type')]).toEqual([
          200,
          `text/${file.endsWith('css') ? 'css' : 'javascript'}; charset=utf-8`,
        ]);
      }
    });
  });
}
