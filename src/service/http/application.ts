import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Identity } from '../identity';
import type { ObjectDependencies } from '../resources/objects';
import { Refusal } from '../refusal';
import { createErrorHandler } from './error-reply';
import { isNestedDeeperThan } from './json-nesting';
import { answerObjectPage } from './object-page';
import { answerPublicApi } from './public-api';
import { createRoutes } from './routes';

const maximumBodyBytes = 1024 * 1024;
const maximumBodyDepth = 50;

export interface ApplicationOptions extends ObjectDependencies {
  readonly identity: Identity;
}

/**
 * Everything the service answers but what identity answers itself. It does not listen, and logs
 * faults of its own only.
 */
export async function createApplication(options: ApplicationOptions): Promise<FastifyInstance> {
  const { database, clock } = options;
  const handleError = createErrorHandler(clock);
  const logger = { level: 'error' };
  const app = fastify({ logger, bodyLimit: maximumBodyBytes, frameworkErrors: handleError });
  readJsonOnly(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is nothing at this address.');
  });
  const routes = createRoutes(app, options);
  answerPublicApi(routes, options);
  routes.refuseOtherMethods();
  answerObjectPage(app, options);
  app.get('/health', async () => {
    await database.query('select 1');
    return { status: 'ok' };
  });
  await app.ready();
  return app;
}

/** An empty body is none, also where its Content-Type says JSON, as some clients send it. */
function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else if (isNestedDeeperThan(maximumBodyDepth, body)) done(nestedTooDeep());
      else void parseJson(request, body, done);
    },
  );
}

function nestedTooDeep(): Refusal {
  return new Refusal(400, `The body is nested too deep: use at most ${maximumBodyDepth} levels.`);
}
