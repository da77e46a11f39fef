import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { everyEndpoint, type EndpointName } from '../../src/api/every-endpoint';
import { describeApi } from '../../src/service/api/description/describe-api';
import {
  fillExample,
  operationsInOrder,
  type OwnIds,
} from '../service/api/description/filled-example';
import { createOwnType } from './own-data';
import { clientWith } from '../support/api-client';
import { present, type Target } from './target';

/** Every endpoint does the example of its description with ids of what is there, and answers as its schemas say. */
export function describeEndpoints(target: Target): void {
  const { call } = target;
  const endpoints = new Map(everyEndpoint.map(({ name, endpoint }) => [name, endpoint]));

  describe('every endpoint', () => {
    let ids: OwnIds;
    beforeAll(async () => {
      ids = await createOwnThings(target);
    });

    test.each(operationsInOrder.filter(({ name }) => endpoints.has(name as EndpointName)))(
      'does its example, and answers by its schema: $name',
      async (described) => {
        const { method, name } = described;
        const endpoint = present(endpoints.get(name as EndpointName));
        const inPath = { ...ids, ...pathsApart(ids)[name] };
        const inRest = { ...ids, user: target.facts.userId };
        const { path, body } = fillExample(described, inPath, inRest);
        const answer = await call({ method, path: `/${path}`, body });
        if (endpoint.reply === undefined) {
          expect([answer.status, answer.text]).toEqual([204, '']);
          return;
        }
        expect(answer.status, answer.text.slice(0, 500)).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(z.parse(endpoint.reply, answer.body)).toEqual(answer.body);
      },
    );

    test('of a list answers the pages that are asked for', async () => {
      const { total, result } = await target.client.types.list();
      const last = await call({ method: 'GET', path: `/type?offset=${total - 1}&limit=1` });
      expect(last.body).toEqual({ total, pageSize: 1, isLast: true, result: result.slice(-1) });
      const beyond = await call({ method: 'GET', path: `/type?offset=${total + 5}` });
      expect(beyond.body).toEqual({ total, pageSize: 50, isLast: true, result: [] });
    });
  });
}

/** What is deleted without a confirmation: nothing is in it. */
function pathsApart({ doomedType = '', list = '' }: OwnIds): Readonly<Record<string, OwnIds>> {
  return { deleteType: { type: doomedType }, deleteAttribute: { attribute: list } };
}

/** One of everything that a call can be about. */
async function createOwnThings(target: Target): Promise<OwnIds> {
  const { facts, client, url, token } = target;
  const name = 'Answered';
  const own = await createOwnType(client, name);
  const { id: site } = await client.sites.create({ name, isOpen: true });
  const blocks = [{ kind: 'text' as const, text: 'Words' }];
  const workflow = await client.workflows.create({ name, states: [{ name: 'Open' }] });
  const newcomer = { email: 'answered@example.com', name, role: 'editor' as const };
  return {
    workspace: facts.workspaceId,
    type: own.typeId,
    attribute: own.label,
    list: own.list,
    object: await own.createObject('Example'),
    doomedType: (await createOwnType(client, 'Deleted')).typeId,
    site,
    page: (await client.sites.createPage(site, { name: 'Page', blocks })).id,
    user: (await client.users.add(newcomer)).id,
    group: (await client.groups.create({ name })).id,
    workflow: workflow.id,
    fromState: workflow.initialStateId,
    token: (await clientWith(url, token).tokens.create({ name, durationDays: 1 })).id,
  };
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
