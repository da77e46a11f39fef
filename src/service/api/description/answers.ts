import * as z from 'zod';
import { pathParametersOf, workspaceHeader } from '../../../api/endpoint';
import type { Endpoint } from '../../../api/endpoint';
import { TooManyRequests, notFound } from '../../base/refusals/refusal';
import { componentReference } from './components';
import { exampleIds } from './example-ids';
import type { JsonObject } from './json';
import type { Explanation } from './words';

const seconds = (description: string): JsonObject => ({
  'Retry-After': { description, required: true, schema: { type: 'integer', minimum: 1 } },
});

interface Failure {
  readonly description: string;
  readonly headers?: JsonObject;
  /** What the service says, unless the operation has something of its own to say. */
  readonly example: Explanation;
}

/** What the service answers when it doesn't do what was asked for; each with the error body. */
const failures = {
  400: {
    description:
      'The request isn’t valid: its JSON, its parameters, a query, or what it would write. For a refused create or change, `violations` says what is wrong; for a refused query, `position` says where.',
    example: { message: `Name the workspace: send its id in the header ${workspaceHeader}.` },
  },
  401: {
    description: 'Send a valid access token.',
    example: { message: 'Send a valid access token: Authorization: Bearer <token>.' },
  },
  403: {
    description: 'The token can only read, or it can’t be used for this.',
    example: { message: 'This access token is read-only.' },
  },
  404: {
    description:
      'It isn’t there, or you can’t see it. The service responds in the same way to both.',
    example: notFound('workspace'),
  },
  412: {
    description: 'It has changed since you read the version that you sent in `If-Match`.',
    example: {
      message: 'The object has changed since you read it. Read it again, then repeat your change.',
    },
  },
  413: {
    description: 'The body is larger than 1 MB.',
    example: { message: 'The body is too large: send at most 1 MB.' },
  },
  415: {
    description: 'The body must be JSON: send `Content-Type: application/json`.',
    example: { message: 'The body must be JSON: send Content-Type application/json.' },
  },
  429: {
    description:
      'You can send up to 1,000 requests with a token and 10,000 to a workspace in any 5 minutes, and one file at a time to an upload address.',
    headers: seconds('How many seconds to wait.'),
    example: new TooManyRequests('this token', 42_000),
  },
  500: {
    description: 'The service failed. Try again.',
    example: { message: 'The service failed to answer. Try again.' },
  },
  503: {
    description: 'The service is busy. Nothing was changed.',
    headers: seconds('How many seconds to wait.'),
    example: { message: 'The service is busy. Wait a few seconds, then try again.' },
  },
} as const satisfies Record<number, Failure>;

type FailureStatus = keyof typeof failures;

const always = [401, 429, 500, 503] as const;

/** The failures that an endpoint can answer with. */
export function failuresOf(endpoint: Endpoint): FailureStatus[] {
  const { path, needsWorkspace, body, query, onlyReads } = endpoint;
  const hasPathParameters = pathParametersOf(endpoint).length > 0;
  const isAboutTokens = path.startsWith('/token');
  const mayNotRead = isAboutTokens || !(onlyReads || endpoint.isOpenToReaders === true);
  const isConditional = endpoint.isVersioned === true && hasPathParameters;
  return [
    ...always,
    ...(needsWorkspace || body || query ? [400 as const] : []),
    ...(mayNotRead ? [403 as const] : []),
    ...(needsWorkspace || hasPathParameters ? [404 as const] : []),
    ...(isConditional && !onlyReads ? [412 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
  ];
}

/** What an operation says of its own about some of its failures. */
export type OwnExplanations = Partial<Record<FailureStatus, Explanation>>;

/**
 * Answers by their status, as an operation lists them, each with an example.
 * @param path of the operation, with `/public/v1`
 */
export function describeFailures(
  path: string,
  statuses: readonly FailureStatus[],
  own: OwnExplanations,
): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => {
      const { description, headers, example }: Failure = failures[status];
      const value = exampleOf(path, own[status] ?? example);
      const schema = componentReference('Error');
      const content = { 'application/json': { schema, examples: { example: { value } } } };
      return [status, { description, ...(headers && { headers }), content }];
    }),
  );
}

const json = z.record(z.string(), z.json());

function exampleOf(path: string, { message, violations, position }: Explanation): JsonObject {
  return json.parse({
    timestamp: '2026-11-20T12:00:00.000Z',
    message,
    path: fillPath(path),
    ...(violations && { violations }),
    ...(position && { position }),
  });
}

const idsByResource: Readonly<Record<string, string>> = exampleIds;

/** With ids in place of the parameters: `/public/v1/object/{id}` as someone calls it. */
function fillPath(path: string): string {
  return path
    .replace(/(\w+)\/\{id\}/, (_, resource: string) => `${resource}/${idsByResource[resource]}`)
    .replace('{pageId}', exampleIds.page)
    .replace('{key}', exampleIds.content)
    .replace('{secret}', exampleIds.uploadSecret);
}
