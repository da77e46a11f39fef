import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseBusy } from '../../../../src/service/base/database/database';
import { createErrorHandler } from '../../../../src/service/base/http/error-reply';
import { demoObjectId, demoWorkspaceId } from '../../../../src/service';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { Browser } from '../../accounts/browser';

/** As browsers send it with an address that someone opens. */
const opened = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));

describe('a person who opens an address where nothing is', () => {
  test.each([
    ['/nothing', 404, 'There is nothing at this address'],
    ['/workspace', 404, 'There is nothing at this address'],
    [`/workspace/${demoWorkspaceId('IT')}`, 404, 'There is nothing at this address'],
    ['/public', 404, 'There is nothing at this address'],
    ['/public/v1.html', 404, 'There is nothing at this address'],
    ['/openapi/nothing', 404, 'There is nothing at this address'],
    ['/oauth/nothing', 404, 'There is nothing at this address'],
    [`/${'x'.repeat(5_000)}`, 404, 'There is nothing at this address'],
    ['/%zz', 400, 'This address isn’t valid'],
  ])('gets a page that leads on: %s', async (path, status, title) => {
    const page = await new Browser().visit(service.url + path, { headers: opened });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.html).toContain(`<h1>${title}</h1>`);
    expect(page.html).toContain('<a href="/account/tokens">Go to your account</a>');
  });

  test.each(['/', `/bundle/${demoWorkspaceId('IT')}/`])(
    'gets a page on the app platform too, which leads to their apps: %s',
    async (path) => {
      const url = `${service.platformUrl}${path}`;
      const { status, html } = await new Browser().visit(url, { headers: opened });
      expect(status).toBe(404);
      expect(html).toContain(`<a href="${service.url}/account/apps">Go to your account</a>`);
    },
  );

  test.each([
    ['an object', `object/${demoObjectId('IT', 'Laptop', 'none')}`, 'Object not found'],
    ['a file', `content/${demoObjectId('IT', 'Laptop', 'none')}`, 'File not found'],
    ['a file whose key is none', 'content/x', 'File not found'],
    ['a page of a site', 'site/x/page/y', 'Page not found'],
  ])('says who is signed in where it would be %s', async (_, path, title) => {
    const url = `${service.url}/workspace/${demoWorkspaceId('IT')}/${path}`;
    const browser = new Browser();
    const signIn = await browser.visit(url, { headers: opened });
    const page = await browser.signIn(signIn, 'member@example.com', 'demo');
    expect(page.status).toBe(404);
    expect(page.html).toContain(`<h1>${title}</h1>`);
    expect(page.html).toContain('(member@example.com)');
    expect(page.html).toContain('<a href="/account/tokens">Go to your account</a>');
  });
});

describe('the error body', () => {
  test.each([
    ['a person at the API', '/public/v1/nothing', opened, 401],
    ['a person at the API itself', '/public/v1', opened, 401],
    ['a program that takes anything', '/nothing', { accept: '*/*' }, 404],
    ['a program that asks for JSON', '/nothing', { accept: 'application/json' }, 404],
  ])('is what %s gets', async (_, path, headers, status) => {
    const answer = await fetch(service.url + path, { headers });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ path, message: expect.any(String) as string });
  });

  test('is what a form gets that is sent to where nothing is', async () => {
    const init = { method: 'POST', headers: opened };
    const answer = await fetch(`${service.url}/nothing`, init);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
  });
});

describe('a page that fails', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = fastify();
    const clock = () => new Date();
    app.setErrorHandler(createErrorHandler({ clock, apiPath: '/api', homeAddress: '/home' }));
    app.get('/busy', () => {
      throw new DatabaseBusy();
    });
    app.get('/broken', () => {
      throw new Error('secret');
    });
  });
  afterAll(() => app.close());

  test.each([
    ['/busy', 503, '5', 'The service is busy. Wait a few seconds, then try again.'],
    ['/broken', 500, undefined, 'The service failed to answer. Try again.'],
  ])('says so to a person, and nothing of why: %s', async (url, status, retryAfter, text) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: opened });
    expect([statusCode, headers['retry-after']]).toEqual([status, retryAfter]);
    expect(body).toContain('<h1>The service couldn’t answer</h1>');
    expect(body).toContain(text);
    expect(body).not.toContain('secret');
  });
});
