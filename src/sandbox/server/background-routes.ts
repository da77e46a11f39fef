import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { InvocationError } from '../forge/invocation-error';
import { JiraError } from '../jira/jira-error';
import { parseBody } from './request-body';
import type { Sandbox } from './sandbox';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const longestMs = 366 * unitMs.d;
const sentence = 'Say how far the clock moves: 30s, 15m, 8h, 8d or 3w, at most 366d.';

/** `8d`, read as milliseconds. */
const duration = z
  .string(sentence)
  .regex(/^\d{1,9}[smhdw]$/, sentence)
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs])
  .pipe(z.number().max(longestMs, sentence));

const clockBody = z.strictObject({ advance: duration, schedules: z.boolean().default(true) });

/** The control calls for time, and for what the app does and keeps when nobody is there. */
export function addBackgroundRoutes(app: FastifyInstance, { clock, host }: Sandbox): void {
  const describeClock = () => ({ now: clock.now().toISOString() });

  app.get('/sandbox/clock', describeClock);
  app.post('/sandbox/clock', async (request) => {
    const { advance, schedules } = parseBody(clockBody, request.body);
    await host.advance(advance, { schedules });
    return describeClock();
  });
  app.post<{ Params: { moduleKey: string } }>(
    '/sandbox/schedule/:moduleKey',
    async ({ params: { moduleKey } }) => {
      try {
        await host.functions.runTrigger(moduleKey);
        return { ok: true };
      } catch (error) {
        return describeFailure(error);
      }
    },
  );
  app.get('/sandbox/storage', () => host.storage.use);
}

/** @throws {JiraError} 404 if there is no such module, and whatever is none of the app's */
function describeFailure(error: unknown) {
  if (!(error instanceof InvocationError)) throw error;
  const { code, message } = error;
  if (code === 'MODULE_NOT_FOUND') throw new JiraError(404, [message]);
  return { ok: false, error: { code, message } };
}
