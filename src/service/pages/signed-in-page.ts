import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInAddress } from '../accounts';
import type { Caller, Identity } from '../accounts';

/** Answers whoever is signed in in the browser. Anyone else signs in first, and comes back. */
export function answerSignedIn(
  app: FastifyInstance,
  identity: Pick<Identity, 'findBrowserSession'>,
  path: string,
  answer: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.get(path, async (request, reply) => {
    const caller = await identity.findBrowserSession(request.raw);
    if (caller === undefined) return reply.redirect(signInAddress(request.url), 303);
    return answer(caller, request, reply);
  });
}
