import type { Endpoint } from '../../api/endpoint';
import { componentReference } from './components';
import type { JsonObject } from './json';

const seconds = (description: string): JsonObject => ({
  'Retry-After': { description, required: true, schema: { type: 'integer', minimum: 1 } },
});

interface Failure {
  readonly name: string;
  readonly description: string;
  readonly headers?: JsonObject;
}

/** What the service answers when it doesn't do what was asked for; each with the error body. */
const failures = {
  400: {
    name: 'Invalid',
    description:
      'The request isn’t valid: its JSON, its parameters, a query, or what it would write. For a refused create or change, `violations` says what is wrong; for a refused query, `position` says where.',
  },
  401: { name: 'Unauthorized', description: 'Send a valid access token.' },
  403: {
    name: 'Forbidden',
    description: 'The token can only read, or it can’t be used for this.',
  },
  404: {
    name: 'NotFound',
    description: 'It isn’t there, or you can’t see it. The service answers both in the same way.',
  },
  412: {
    name: 'Changed',
    description: 'The object has changed since you read the version that you sent in `If-Match`.',
  },
  413: { name: 'TooLarge', description: 'The body is larger than 1 MB.' },
  415: {
    name: 'NotJson',
    description: 'The body must be JSON: send `Content-Type: application/json`.',
  },
  429: {
    name: 'TooManyRequests',
    description:
      'You can send up to 1,000 requests with a token and 10,000 to a workspace in any 5 minutes.',
    headers: seconds('How many seconds to wait.'),
  },
  500: { name: 'Failed', description: 'The service failed. Try again.' },
  503: {
    name: 'Busy',
    description: 'The service is busy. Nothing was changed.',
    headers: seconds('How many seconds to wait.'),
  },
} as const satisfies Record<number, Failure>;

type FailureStatus = keyof typeof failures;

const always = [401, 429, 500, 503] as const;

/** The failures that an endpoint can answer with. */
export function failuresOf(endpoint: Endpoint): FailureStatus[] {
  const { path, needsWorkspace, body, query, onlyReads, pathParameters } = endpoint;
  const isAboutTokens = path.startsWith('/token');
  const mayNotRead = isAboutTokens || !(onlyReads || endpoint.isOpenToReaders === true);
  const isConditional = endpoint.isVersioned === true && pathParameters.length > 0;
  return [
    ...always,
    ...(needsWorkspace || body || query ? [400 as const] : []),
    ...(mayNotRead ? [403 as const] : []),
    ...(needsWorkspace || pathParameters.length > 0 ? [404 as const] : []),
    ...(isConditional && !onlyReads ? [412 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
  ];
}

/** Answers by their status, as an operation lists them. */
export function refersToFailures(statuses: readonly FailureStatus[]): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failures[status].name}` }]),
  );
}

export function describeFailures(): JsonObject {
  return Object.fromEntries(
    Object.values<Failure>(failures).map(({ name, description, headers }) => [
      name,
      {
        description,
        ...(headers && { headers }),
        content: { 'application/json': { schema: componentReference('Error') } },
      },
    ]),
  );
}
