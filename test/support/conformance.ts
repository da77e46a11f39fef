import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import { describeApi } from '../../src/service/api/description/describe-api';
import { describeAppPlatform } from '../../src/service/app-platform/describe-app-platform';

/** An answer of the service, as far as it is compared with the description. */
export interface ReceivedAnswer {
  readonly method: string;
  /** With `/public/v1` or the prefix of the app platform, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly text: string;
}

const json = z.record(z.string(), z.unknown());
const media = z.object({ content: z.record(z.string(), z.unknown()).optional() });
const answer = media.extend({
  headers: z.record(z.string(), z.unknown()).optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(json).default([]),
  security: z.array(json).optional(),
  requestBody: media.optional(),
  responses: z.record(z.string(), answer),
});
export type Operation = z.infer<typeof operation>;

const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({}),
});
/** The public API. */
export const document = openApi.parse(exactly(describeApi('https://service.example.com')));
const appPlatform = openApi.parse(exactly(describeAppPlatform('https://platform.example.com')));
const api = { ...document, paths: { ...document.paths, ...appPlatform.paths } };

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(api, 'api');

/** Answers may get further fields one day. Today they have those that the description names. */
function exactly(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(exactly);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, exactly(value)]),
  );
  const isObject = copy['type'] === 'object' && copy['properties'] !== undefined;
  return isObject ? { ...copy, additionalProperties: false } : copy;
}

/** The schema at a place of the description. */
export function schemaAt(...place: readonly string[]): ValidateFunction {
  const pointer = place.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  const reference = `api#/${pointer.map(encodeURIComponent).join('/')}`;
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`The description has no schema at ${reference}.`);
  return validate;
}

const templates = Object.keys(api.paths).map((template) => ({
  template,
  form: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function findTemplate(path: string): string | undefined {
  if (Object.hasOwn(api.paths, path)) return path;
  return templates.find(({ form }) => form.test(path))?.template;
}

/** Where HTTP itself fails, whatever the address. */
const beforeAnyAddress = [408, 421, 431];

/** What the description does not say of an answer; undefined where all of it is as described. */
export function findDeviation(received: ReceivedAnswer): string | undefined {
  const { method, path, status, text } = received;
  const template = findTemplate(path);
  const described = template && api.paths[template]?.[httpMethod(method)];
  const problem =
    template === undefined || !described || beforeAnyAddress.includes(status)
      ? undescribed(received, template)
      : compare(received, template, described);
  return problem && `${method} ${path} answered ${status}: ${problem}\n${text.slice(0, 500)}`;
}

/** HEAD is answered wherever GET is. */
function httpMethod(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase();
}

function undescribed(received: ReceivedAnswer, template: string | undefined): string | undefined {
  const { status, method, text } = received;
  const expected = template === undefined ? [400, 401, 404, 414, 429] : [401, 405, 429];
  if (![...expected, ...beforeAnyAddress].includes(status))
    return 'No such operation is described.';
  return method === 'HEAD' ? undefined : check(schemaAt('components', 'schemas', 'Error'), text);
}

function compare(
  { method, status, headers, text }: ReceivedAnswer,
  template: string,
  { responses }: Operation,
): string | undefined {
  if (status === 500) return 'The service failed.';
  const described = responses[status];
  if (described === undefined) return 'This status is not described.';
  const missing = Object.keys(described.headers ?? {}).filter((name) => !headers.has(name));
  if (missing.length > 0) return `It lacks the header ${missing.join(', ')}.`;
  if (method === 'HEAD') return undefined;
  const { content } = described;
  if (content === undefined) return text === '' ? undefined : 'It has a body.';
  if (!Object.hasOwn(content, 'application/json')) return undefined;
  if (!headers.get('content-type')?.startsWith('application/json')) return 'It is not JSON.';
  const place = ['paths', template, httpMethod(method), 'responses', String(status)];
  return check(schemaAt(...place, 'content', 'application/json', 'schema'), text);
}

function check(validate: ValidateFunction, text: string): string | undefined {
  return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
}
