import type * as z from 'zod/mini';
import { createAttribute, listAttributes, type Attribute } from '../../../../src/api/attribute';
import { createContent } from '../../../../src/api/content';
import { createGroup, listGroups } from '../../../../src/api/group';
import { createObject, searchObjects, type WorkspaceObject } from '../../../../src/api/object';
import { createSite, listSites } from '../../../../src/api/site';
import { createSitePage } from '../../../../src/api/site-page';
import { createToken, getCurrentToken, listTokens } from '../../../../src/api/token';
import { createType, listTypes, type ObjectType } from '../../../../src/api/type';
import { addUser } from '../../../../src/api/user';
import {
  createWorkflow,
  getWorkflow,
  listAvailableTransitions,
} from '../../../../src/api/workflow';
import { ids } from '../../fleet';
import type { FleetService } from '../../fleet-service';

export type LiveWorkspace = ReturnType<typeof liveWorkspace>;

const maximumTokens = 90;
const maximumSites = 150;
const maximumGroups = 190;

/**
 * What is in the workspace at the moment, as the service answers it, and what a request needs to be there.
 * @param kept whether others go on with it, so that it isn't removed to make room
 */
export function liveWorkspace(service: FleetService, kept: (id: string) => boolean) {
  async function call<Reply extends z.ZodMiniType>(
    [method, path]: readonly [string, string],
    reply: Reply | undefined,
    body?: unknown,
  ): Promise<z.output<Reply>> {
    const answer = await service.call(
      method,
      `/public/v1${path}`,
      body === undefined ? {} : { body },
    );
    const answered = `${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`;
    if (answer.status !== 200 || reply === undefined) throw new Error(answered);
    return reply.parse(answer.body);
  }
  const read = <Reply extends z.ZodMiniType>(path: string, reply: Reply | undefined) =>
    call(['GET', path], reply);
  const create = <Reply extends z.ZodMiniType>(
    path: string,
    reply: Reply | undefined,
    body: unknown,
  ) => call(['POST', path], reply, body);
  const removeOne = async (path: string, there: readonly { id: string }[], most: number) => {
    const [spare] = there.filter(({ id }) => !kept(id));
    if (there.length > most && spare) await service.call('DELETE', `/public/v1${path}/${spare.id}`);
  };

  const here = {
    types: async (): Promise<ObjectType[]> =>
      (await read('/type?limit=200', listTypes.reply)).result,
    attributes: async (typeId: string): Promise<Attribute[]> =>
      (await read(`/attribute?typeId=${typeId}&limit=200`, listAttributes.reply)).result,
    objects: async (typeId?: string): Promise<WorkspaceObject[]> =>
      (await create('/object/search', searchObjects.reply, { query: '', limit: 50, typeId }))
        .result,
    object: async (objectId: string) => service.api('GET', `/object/${objectId}`),
    workflow: () => read(`/workflow/${ids.workflow}`, getWorkflow.reply),
    transitions: async (workflowId: string, fromStateId: string) =>
      (
        await read(
          `/workflow/${workflowId}/available-transitions?fromStateId=${fromStateId}`,
          listAvailableTransitions.reply,
        )
      ).result,
    /** Sends a file, and returns its key. */
    upload: async (): Promise<string> => {
      const { contentKey, path, headers, bytes } = await here.announce();
      const sent = await fetch(service.url + path, { method: 'PUT', headers, body: bytes });
      if (sent.status !== 200) throw new Error(`The upload was answered ${sent.status}.`);
      return contentKey;
    },
    announce: async () => {
      const bytes = Buffer.from('a file');
      const file = { fileName: 'a.txt', fileSize: bytes.length, contentType: 'text/plain' };
      const { contentKey, presignedUrl } = await create('/content', createContent.reply, file);
      const headers = {
        'content-type': 'text/plain',
        'content-disposition': 'attachment; filename=a.txt',
      };
      return { contentKey, path: new URL(presignedUrl).pathname, headers, bytes };
    },
    newWorkflow: (body: unknown) => create('/workflow', createWorkflow.reply, body),
    newType: (name: string) => create('/type', createType.reply, { name }),
    newObject: (body: unknown) => create('/object', createObject.reply, body),
    deleteObject: (objectId: string) => service.api('DELETE', `/object/${objectId}`),
    newSite: (name: string) => create('/site', createSite.reply, { name, isOpen: true }),
    newPage: (siteId: string, body: unknown) =>
      create(`/site/${siteId}/page`, createSitePage.reply, body),
    newAttribute: (body: unknown) => create('/attribute', createAttribute.reply, body),
    newGroup: async (body: unknown) => (await create('/group', createGroup.reply, body)).id,
    newUser: async (body: unknown) => (await create('/user', addUser.reply, body)).id,
    newToken: async (name: string) =>
      (await create('/token', createToken.reply, { name, durationDays: 1 })).id,
    /** There can be so many tokens, sites and groups and not one more. */
    makeRoom: async () => {
      const { result: tokens } = await read('/token?limit=200', listTokens.reply);
      const { id: current } = await read('/token/current', getCurrentToken.reply);
      const others = tokens.filter(({ id }) => id !== current);
      await removeOne('/token', others, maximumTokens);
      await removeOne(
        '/group',
        (await read('/group?limit=200', listGroups.reply)).result,
        maximumGroups,
      );
      await removeOne(
        '/site',
        (await read('/site?limit=200', listSites.reply)).result,
        maximumSites,
      );
    },
  };
  return here;
}
