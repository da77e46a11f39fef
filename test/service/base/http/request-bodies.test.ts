import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createErrorHandler } from '../../../../src/service/base/http/error-reply';
import { readJsonOnly } from '../../../../src/service/base/http/request-bodies';

/** Answers what it got. */
const app = fastify();
beforeAll(() => {
  readJsonOnly(app);
  const clock = () => new Date();
  app.setErrorHandler(createErrorHandler({ clock, apiPath: '/', homeAddress: '/' }));
  app.post('/', ({ body }) => ({ body }));
});
afterAll(() => app.close());

function send(payload: string | Buffer, type = 'application/json') {
  return app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });
}

test.each([
  ['latin1', Buffer.from('{"name": "Müller"}', 'latin1')],
  ['a cut letter', Buffer.from('{"name": "ü"}').subarray(0, 11)],
  ['half a pair in UTF-8', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
  ['UTF-16', Buffer.from('\uFEFF{"name": "ü"}', 'utf16le')],
])(
  'refuses JSON that isn’t UTF-8, rather than changing its letters: %s',
  async (_what, payload) => {
    const { statusCode, body } = await send(payload);
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ message: 'The body is not valid JSON.' }),
    ]);
  },
);

test.each(['iso-8859-1', 'utf-16', '"windows-1252"', 'utf-7', 'nothing'])(
  'refuses JSON that says that it isn’t UTF-8, whatever it is: %s',
  async (charset) => {
    const { statusCode, body } = await send('{}', `application/json; charset=${charset}`);
    expect([statusCode, JSON.parse(body)]).toEqual([
      415,
      expect.objectContaining({ message: 'Send the body in UTF-8: charset=utf-8.' }),
    ]);
  },
);

test.each(['utf-8', 'UTF-8', 'utf8', '"utf-8"', '"UTF8"', 'us-ascii', ''])(
  'reads JSON that says that it is UTF-8: %s',
  async (charset) => {
    const answer = await send('{"name": "Müller ✓"}', `application/json; charset=${charset}`);
    expect(answer.json()).toEqual({ body: { name: 'Müller ✓' } });
  },
);

test('reads JSON with a byte order mark', async () => {
  expect((await send('\uFEFF{"name": "ü"}')).json()).toEqual({ body: { name: 'ü' } });
  expect((await send('\uFEFF')).statusCode).toBe(200);
});
