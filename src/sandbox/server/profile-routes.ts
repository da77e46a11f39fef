import type { FastifyInstance } from 'fastify';
import { profileChoice } from '../jira/profiles';
import { getCaller } from './caller';
import { parseBody } from './request-body';
import type { Sandbox } from './sandbox';

/** Language and time zone of the person who calls; Jira's own pages for it have no public REST. */
export function addProfileRoutes(app: FastifyInstance, { jira }: Sandbox): void {
  app.put('/sandbox/profile', async (request, reply) => {
    const { accountId } = getCaller(request);
    jira.model.state.profiles[accountId] = parseBody(profileChoice, request.body);
    await jira.save();
    return reply.code(204).send();
  });
}
