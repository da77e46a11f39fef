import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createContent } from '../../../../src/api/content';
import { getObject } from '../../../../src/api/object';
import { createToken } from '../../../../src/api/token';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoWorkspaceId,
} from '../../../../src/service';
import { callDemo, startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { sendJson } from '../../../support/send-json';

const service = duringTests(() => startDemoService({ clock: () => now, storageBudgets }));
let now = new Date('2026-11-20T12:00:00.000Z');
const hourMs = 60 * 60_000;
const maximumBytes = 100 * 1024 * 1024;
const storageBudgets = {
  unusedBytesPerPerson: 10 * maximumBytes,
  unusedBytesPerWorkspace: 15 * maximumBytes,
  bytesPerWorkspace: Number.MAX_SAFE_INTEGER,
  buildBytesPerPerson: maximumBytes,
};

const laptop = demoObjectId('IT', 'Laptop', 'LT-0002');
const photo = demoAttributeId('IT', 'Laptop', 'Photo');

const call = (method: string, path: string, options?: Parameters<typeof callDemo>[3]) =>
  callDemo(service, method, path, options);

const image = Buffer.from('not really an image, but as long as it says');
const announced = { fileName: 'front view.png', fileSize: image.length, contentType: 'image/png' };

async function announce(facts: Partial<typeof announced> = {}) {
  const answer = await call('POST', '/content', { body: { ...announced, ...facts } });
  return createContent.reply!.parse(await answer.json());
}

const sent = {
  'content-disposition': 'attachment; filename=front view.png',
  'content-type': 'image/png',
};

function put(url: string, headers: Record<string, string> = sent, body = image) {
  return fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });
}

const hold = (key: string, id = laptop) =>
  call('PATCH', `/object/${id}`, { body: { attributes: [{ attributeId: photo, values: [key] }] } });

async function upload(facts: Partial<typeof announced> = {}) {
  const { presignedUrl, contentKey } = await announce(facts);
  const headers = { ...sent, 'content-type': facts.contentType ?? announced.contentType };
  const name = facts.fileName ?? announced.fileName;
  headers['content-disposition'] = `attachment; filename=${encodeURIComponent(name)}`;
  expect((await put(presignedUrl, headers)).status).toBe(200);
  return contentKey;
}

describe('A file', () => {
  test('is announced, sent and held by an object, and comes back as it was sent', async () => {
    const key = await upload();
    const held = getObject.reply!.parse(await (await hold(key)).json());
    const values = held.attributes.find(({ attributeId }) => attributeId === photo)?.values;
    expect(values).toMatchObject([
      { value: key, details: { fileName: 'front view.png', fileSize: image.length } },
    ]);
    const file = await call('GET', `/content/${key}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(image);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.headers.get('content-disposition')).toBe('inline; filename="front view.png"');
  });

  test('is downloaded, never shown, where it could run something', async () => {
    const key = await upload({ fileName: 'page.html', contentType: 'text/html; charset=utf-8' });
    expect((await hold(key)).status).toBe(200);
    const file = await call('GET', `/content/${key}`);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is there for those alone who may read an object that holds it', async () => {
    const key = await upload();
    expect((await call('GET', `/content/${key}`)).status).toBe(404);
    await hold(key);
    expect((await call('GET', `/content/${key}`, { account: 'member' })).status).toBe(200);
    expect((await call('GET', `/content/${key}`, { account: 'outsider' })).status).toBe(404);
    expect((await call('GET', '/content/none')).status).toBe(404);
  });
});

describe('A content key', () => {
  test('is none before its file has arrived', async () => {
    const { contentKey } = await announce();
    const early = await hold(contentKey);
    expect(await early.json()).toMatchObject({ violations: [{ violationType: 'NOT_FOUND' }] });
  });

  test('ends after 24 hours without use', async () => {
    const key = await upload();
    now = new Date(now.getTime() + 24 * hourMs);
    expect(await (await hold(key)).json()).toMatchObject({
      violations: [{ violationType: 'NOT_FOUND' }],
    });
  });
});

const dispositions = [
  'attachment; filename="front view.png"',
  'attachment; filename=front%20view.png',
  "attachment; filename*=UTF-8''front%20view.png",
  'ATTACHMENT;FILENAME=front view.png',
];

describe('An upload address', () => {
  test.each(dispositions)('takes the name as %s', async (disposition) => {
    const { presignedUrl } = await announce();
    const headers = { ...sent, 'content-disposition': disposition };
    expect((await put(presignedUrl, headers)).status).toBe(200);
  });

  test('takes a name of other letters in its bytes and encoded', async () => {
    const fileName = 'Übersicht – 100 %.png';
    const raw = Buffer.from(`attachment; filename=${fileName}`).toString('latin1');
    const encoded = `attachment; filename=${encodeURIComponent(fileName)}`;
    for (const disposition of [raw, encoded]) {
      const { presignedUrl } = await announce({ fileName });
      const headers = { ...sent, 'content-disposition': disposition };
      expect((await put(presignedUrl, headers)).status).toBe(200);
    }
  });

  const differences = [
    ['another type', { ...sent, 'content-type': 'image/gif' }, image],
    ['another name', { ...sent, 'content-disposition': 'attachment; filename=b.png' }, image],
    ['no disposition', { 'content-type': 'image/png' }, image],
    ['another disposition', { ...sent, 'content-disposition': 'inline; filename=b.png' }, image],
    ['fewer bytes', sent, image.subarray(1)],
    ['more bytes', sent, Buffer.concat([image, image])],
    ['nothing', sent, Buffer.alloc(0)],
  ] as const;
  test.each(differences)('refuses %s, and then takes the right file', async (_, headers, body) => {
    const { presignedUrl } = await announce();
    expect((await put(presignedUrl, headers, body)).status).toBe(400);
    expect((await put(presignedUrl)).status).toBe(200);
  });

  test('is free a minute after an upload stopped, also if the clock is set back', async () => {
    const { presignedUrl } = await announce();
    const headers = { ...sent, 'content-length': image.length };
    const begun = [1, 2].map(() => request(presignedUrl, { method: 'PUT', headers }));
    begun.forEach((sending) => sending.on('error', () => undefined).write('x'));
    // Of two that begin, the one that is refused shows that the other is under way.
    const [refusal] = (await Promise.race(begun.map((each) => once(each, 'response')))) as [
      IncomingMessage,
    ];
    expect(refusal.statusCode).toBe(429);
    const before = now;
    now = new Date(now.getTime() - 8 * 24 * hourMs);
    expect((await put(presignedUrl)).status).toBe(429);
    now = new Date(now.getTime() + 60_000);
    expect((await put(presignedUrl)).status).toBe(200);
    begun.forEach((sending) => sending.destroy());
    now = before;
  });

  test('takes one file', async () => {
    const { presignedUrl } = await announce();
    expect((await put(presignedUrl)).status).toBe(200);
    expect((await put(presignedUrl)).status).toBe(404);
  });

  test('keeps the file that arrives first where two arrive at once', async () => {
    const { presignedUrl, contentKey } = await announce();
    const bodies = [image, Buffer.alloc(image.length, 'x')];
    const answers = await Promise.all(bodies.map((body) => put(presignedUrl, sent, body)));
    expect([404, 429]).toContain(Math.max(...answers.map(({ status }) => status)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await hold(contentKey);
    const kept = Buffer.from(await (await call('GET', `/content/${contentKey}`)).arrayBuffer());
    expect(kept).toEqual(bodies[answers.findIndex(({ status }) => status === 200)]);
  });

  const { id: leadId, ...lead } = demoAccounts.find(({ account }) => account === 'lead')!;
  const changeLead = (method: string, path: string, body?: object) =>
    call(method, `/user/${leadId}${path}`, { body });

  test.each([
    ['the token is revoked', (id: string) => call('DELETE', `/token/${id}`, { account: 'lead' })],
    ['the token is blocked in the workspace', (id: string) => call('PUT', `/token/${id}/block`)],
    ['the person may only read', () => changeLead('PUT', '/role', { role: 'reader' })],
    ['the person is no member any more', () => changeLead('DELETE', '')],
  ])('ends at once where %s', async (_, end) => {
    const created = await call('POST', '/token', { account: 'lead', body: { name: 'Own' } });
    const { id, token } = createToken.reply!.parse(await created.json());
    const announceWith = async () => {
      const sentBody = { token, workspaceId: demoWorkspaceId('IT'), body: announced };
      const { body } = await sendJson('POST', `${service.url}/public/v1/content`, sentBody);
      return createContent.reply!.parse(body);
    };
    const [first, second] = [await announceWith(), await announceWith()];
    expect((await put(first.presignedUrl)).status).toBe(200);
    expect((await end(id)).ok).toBe(true);
    expect((await put(second.presignedUrl)).status).toBe(404);
    const again = { email: lead.email, name: lead.name, role: 'editor' };
    await call('POST', '/user', { body: again });
    await changeLead('PUT', '/role', { role: 'editor' });
  });

  test('ends after 15 minutes', async () => {
    const { presignedUrl } = await announce();
    now = new Date(now.getTime() + 15 * 60_000);
    expect((await put(presignedUrl)).status).toBe(404);
  });
});

describe('Files that no object uses', () => {
  const announceMany = async (account: string) => {
    const body = { ...announced, fileSize: maximumBytes };
    const calls = Array.from({ length: 12 }, () => call('POST', '/content', { account, body }));
    const answers = await Promise.all(calls);
    const refused: unknown = await answers.find(({ ok }) => !ok)?.json();
    return { accepted: answers.filter(({ ok }) => ok).length, refused };
  };
  const violation = { fieldIdentifier: 'fileSize', violationType: 'TOO_MANY', domain: 'CONTENT' };

  test('have a budget per person and per workspace, however many are announced at once', async () => {
    now = new Date(now.getTime() + hourMs);
    expect(await announceMany('member')).toMatchObject({
      accepted: 10,
      refused: {
        message: expect.stringMatching(
          /^You can have up to 1,000 MB .* after 24 hours\.$/,
        ) as string,
        violations: [violation],
      },
    });
    // Of the 15 that are left to the workspace, earlier tests have taken a few bytes.
    expect(await announceMany('admin')).toMatchObject({
      accepted: 4,
      refused: {
        message: expect.stringMatching(/^A workspace can have up to 1,500 MB /) as string,
        violations: [violation],
      },
    });
  });

  test('count no longer once their upload address has expired', async () => {
    now = new Date(now.getTime() + hourMs);
    expect(await announceMany('member')).toMatchObject({ accepted: 10 });
  });
});
