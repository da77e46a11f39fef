import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Endpoint, PathParameter } from '../../api/endpoint';
import type { Violation } from '../../api/error-body';
import { createsReadable } from '../../api/every-endpoint';
import type { Permission } from '../../api/permission';
import { Overtaken, Refusal, invalid, notFound } from '../base/refusals/refusal';
import type { Resource } from '../base/refusals/refusal';
import { checkInput, describeSchemaError, violationsOf } from '../base/refusals/schema-violations';
import { storedId, showValue } from '../base/refusals/storable-inputs';
import type { BearerCaller, WorkspaceView } from '../model/permissions/workspace-view';
import { entityTagOf, includesWeakly } from '../base/refusals/version-condition';
import type { VersionCondition, EntityTags } from '../base/refusals/version-condition';
import type { Admission } from './admission';

type PathIds<Path extends string> = Readonly<Record<PathParameter<Path>, string>>;

interface AddressedCall<Path extends string> {
  readonly caller: BearerCaller;
  /** What its path names. */
  readonly ids: PathIds<Path>;
}

/** One call that passed its schemas. */
interface Call<
  Path extends string,
  Query extends z.core.$ZodType,
  Body extends z.core.$ZodType,
> extends AddressedCall<Path> {
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** Of which version a change may be made; undefined for any. */
  readonly condition: VersionCondition | undefined;
  /** Whether to give addresses of thumbnails. */
  readonly prefersThumbnails: boolean;
}

interface InWorkspace {
  readonly view: WorkspaceView;
}

/** What a handler returns: the body of the answer, or nothing where it has none. */
type Reply<Schema extends z.core.$ZodType> = Schema extends z.core.$ZodUndefined
  ? void | Promise<void>
  : z.input<Schema> | Promise<z.input<Schema>>;

/**
 * Refuses callers whose role allows an endpoint, but not on what the path names. What answers the endpoint does so as
 * well: this is asked only before they are told what else is wrong, so that good calls pay nothing.
 */
type Authorize<AskedCall> = (call: AskedCall) => unknown;

/** Binds an endpoint to what answers it. */
interface Answer {
  /** Answers an endpoint inside one workspace, which the caller is a member of. */
  <
    P extends string,
    Q extends z.core.$ZodType,
    B extends z.core.$ZodType,
    R extends z.core.$ZodType,
  >(
    endpoint: Endpoint<P, Q, B, R> & { readonly permission: Permission },
    handler: (call: Call<P, Q, B> & InWorkspace) => Reply<R>,
    authorize?: Authorize<AddressedCall<P> & InWorkspace>,
  ): void;
  /** Answers an endpoint that carries no workspace header. */
  <
    P extends string,
    Q extends z.core.$ZodType,
    B extends z.core.$ZodType,
    R extends z.core.$ZodType,
  >(
    endpoint: Endpoint<P, Q, B, R>,
    handler: (call: Call<P, Q, B>) => Reply<R>,
    authorize?: Authorize<AddressedCall<P>>,
  ): void;
}

export interface Routes {
  readonly answer: Answer;
  /** Refuses every method that no endpoint has at the addresses answered so far. */
  readonly refuseOtherMethods: () => void;
}

/** Binds endpoints to what answers them. */
export function createRoutes(app: FastifyInstance, admission: Admission): Routes {
  const methodsByPath = new Map<string, string[]>();

  function answer<P extends string, Q extends z.core.$ZodType, B extends z.core.$ZodType>(
    endpoint: Endpoint<P, Q, B>,
    handler: (call: Call<P, Q, B> & InWorkspace) => unknown,
    authorize?: Authorize<AddressedCall<P> & InWorkspace>,
  ): void {
    const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), endpoint.method]);
    const read = (request: FastifyRequest) => ({
      caller: admission.callerOf(request),
      ids: readIds(endpoint, request),
      // Only where it is asked for: outside a workspace there is none.
      get view() {
        return admission.viewOf(request);
      },
    });
    app.route({
      method: endpoint.method,
      url,
      config: { entrance: endpoint },
      ...(authorize && {
        errorHandler: authorizeFirst((request) => authorize(read(request)), admission),
      }),
      preHandler: (request) => admission.readmit(request),
      handler: async (request, response) => {
        const input = readInput(endpoint, request);
        const body = await repeatWhereOvertaken(
          () => handler(Object.assign(read(request), input)),
          () => admission.renew(request),
        );
        return sendReply(endpoint, request, response, body);
      },
    });
  }

  return {
    answer,
    refuseOtherMethods: () => {
      for (const [url, methods] of methodsByPath) refuseMethods(app, url, methods);
    },
  };
}

const maximumRepeats = 3;

/**
 * Answers a call again where somebody else changed what it relies on: it is told what is so after that change.
 * @param renew brings up to date what the answer begins with
 */
async function repeatWhereOvertaken(
  answer: () => unknown,
  renew: () => Promise<void>,
): Promise<unknown> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof Overtaken) || repeats === maximumRepeats) throw error;
      await renew();
    }
  }
}

/** Passes on what went wrong with a call; of a call that was refused with 400, first what `authorize` says. */
function authorizeFirst(authorize: Authorize<FastifyRequest>, admission: Admission) {
  const refuse = async (error: Error, request: FastifyRequest) => {
    if (admission.isAdmitted(request) && isBadRequest(error)) await authorize(request);
    throw error;
  };
  return (error: Error, request: FastifyRequest, response: FastifyReply) => {
    refuse(error, request).catch((refusal: unknown) => response.send(refusal));
  };
}

/** Also what Fastify refuses by itself, such as a body that isn't JSON. */
function isBadRequest(error: Error): boolean {
  if (error instanceof Refusal) return error.status === 400;
  return 'statusCode' in error && error.statusCode === 400;
}

const created = z.object({ id: z.string() });

function sendReply(
  endpoint: Endpoint,
  request: FastifyRequest,
  response: FastifyReply,
  body: unknown,
): FastifyReply {
  if (endpoint.reply === undefined) return response.code(204).send();
  if (createsReadable(endpoint)) {
    const [path] = request.url.split('?');
    void response.header('location', `${path}/${created.parse(body).id}`);
  }
  return endpoint.isVersioned === true ? sendVersion(request, response, body) : response.send(body);
}

/** Nothing but the version where the caller of a read has it. */
function sendVersion(
  { method, headers }: FastifyRequest,
  response: FastifyReply,
  body: unknown,
): FastifyReply {
  const text = JSON.stringify(body);
  const version = entityTagOf(text);
  void response.headers({ etag: version, 'cache-control': 'private, no-cache' });
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && hasVersion(headers, version)) return response.code(304).send();
  return response.type('application/json; charset=utf-8').send(text);
}

function readInput<P extends string, Q extends z.core.$ZodType, B extends z.core.$ZodType>(
  endpoint: Endpoint<P, Q, B>,
  request: FastifyRequest,
): Omit<Call<P, Q, B>, keyof AddressedCall<P>> {
  return {
    query: checked(endpoint, endpoint.query, endpoint.query && givenOnce(request.query)),
    body: checked(endpoint, endpoint.body, request.body),
    condition:
      endpoint.isVersioned === true && !endpoint.onlyReads
        ? readCondition(request.headers)
        : undefined,
    prefersThumbnails: endpoint.givesThumbnails === true && prefersThumbnails(request.headers),
  };
}

/** One of the preferences of a header that may have many. @see RFC 7240 */
function prefersThumbnails({ prefer = '' }: FastifyRequest['headers']): boolean {
  const preferences = [prefer].flat().flatMap((header) => header.split(','));
  return preferences.some((preference) => /^ *thumbnails *(;|$)/i.test(preference));
}

/** @throws Refusal 400 for a parameter that is given several times */
function givenOnce(query: unknown): unknown {
  const entries = Object.entries(query ?? {});
  const repeated = entries.find(([, value]) => Array.isArray(value));
  if (repeated === undefined) return query;
  throw new Refusal(400, `${showValue(repeated[0])} is given several times. Send it once.`);
}

const pathIds = z.record(z.string(), storedId);

/** What no object, type, attribute or user can be named is not there: 404, not 400. */
function readIds<Path extends string>(
  endpoint: Endpoint<Path>,
  request: FastifyRequest,
): PathIds<Path>;
function readIds(endpoint: Endpoint, request: FastifyRequest): Record<string, string> {
  const ids = pathIds.safeParse(request.params);
  if (!ids.success) throw notFound(resourceOf(endpoint));
  return ids.data;
}

function checked<Schema extends z.core.$ZodType>(
  endpoint: Endpoint,
  schema: Schema | undefined,
  input: unknown,
): z.output<Schema>;
function checked(endpoint: Endpoint, schema: z.core.$ZodType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  if (input === undefined) throw new Refusal(400, 'Send a JSON body.');
  const result = checkInput(schema, input);
  if (result.success) return result.data;
  throw refuseInput(endpoint, result.error, input);
}

/** What is answered to a query or a body that its schema doesn't take. */
export function refuseInput(endpoint: Endpoint, error: z.core.$ZodError, input: unknown): Refusal {
  const isNoObject = typeof input !== 'object' || input === null || Array.isArray(input);
  const message = isNoObject ? 'The body has to be a JSON object.' : describeSchemaError(error);
  if (endpoint.onlyReads) return new Refusal(400, message);
  return invalid(message, violationsOf(error, input, domains[resourceOf(endpoint)]));
}

const domains = {
  workspace: 'WORKSPACE',
  type: 'TYPE',
  attribute: 'ATTRIBUTE',
  object: 'OBJECT',
  content: 'CONTENT',
  user: 'WORKSPACE',
  group: 'WORKSPACE',
  workflow: 'WORKFLOW',
  site: 'SITE',
  page: 'SITE',
  audit: 'WORKSPACE',
  token: 'TOKEN',
  app: 'APP',
} as const satisfies Record<Resource, Violation['domain']>;

/** The first segment of the path names what the endpoint is about. */
export function resourceOf(endpoint: Endpoint): Resource {
  const [, segment = ''] = endpoint.path.split('/');
  if (!isResource(segment)) throw new Error(`No resource answers ${endpoint.path}.`);
  return segment;
}

function isResource(segment: string): segment is Resource {
  return Object.hasOwn(domains, segment);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** HEAD is answered wherever GET is. */
function refuseMethods(
  app: FastifyInstance,
  url: string,
  endpointMethods: readonly string[],
): void {
  const answered = endpointMethods.flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  app.route({
    method: methods.filter((method) => !answered.includes(method)),
    url,
    config: { entrance: 'none' },
    handler: (request, response) => {
      void response.header('allow', answered.join(', '));
      throw new Refusal(405, `${request.method} can’t be used here. Use ${answered.join(' or ')}.`);
    },
  });
}

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads the versions that a header names: any (`*`), or those listed. Undefined if it is malformed.
 * @see RFC 9110, section 13.1
 */
function readEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*';
  const entries = header.replace(entityTag, 'tag').split(',');
  const isList = entries.every((entry) => ['', 'tag'].includes(entry.trim()));
  const tags = header.match(entityTag) ?? [];
  return isList && tags.length > 0 ? tags : undefined;
}

interface Headers {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * The condition under which a change is made; undefined if there is none.
 * @throws Refusal 400 for a header that can't be understood: a change would go through unnoticed
 */
function readCondition(headers: Headers): VersionCondition | undefined {
  const ifMatch = readHeader(headers, 'if-match');
  const ifNoneMatch = readHeader(headers, 'if-none-match');
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
}

function readHeader(headers: Headers, name: keyof Headers): EntityTags | undefined {
  const header = headers[name];
  if (header === undefined) return undefined;
  const tags = readEntityTags(header);
  if (tags !== undefined) return tags;
  throw new Refusal(400, `The header ${name} must be "*" or a list of ETags in double quotes.`);
}

/** Whether the caller of a read has this version. A header that can't be understood counts as none. */
function hasVersion(headers: Headers, version: string): boolean {
  const tags = readEntityTags(headers['if-none-match'] ?? '');
  return tags !== undefined && includesWeakly(tags, version);
}
