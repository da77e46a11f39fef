import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { findDeviation, schemaAt } from '../../../support/conformance';
import fc from '../../../support/property-testing';
import { duringTests } from '../../../support/during-tests';
import { attributeId, ids, objects, tokens } from '../../fleet';
import { states, transitions } from '../../fleet-stages';
import { startFleetService } from '../../fleet-service';
import { arbitraryRequest, bodyOf, operations, resourceOf } from './arbitrary-request';
import type { DescribedOperation } from './arbitrary-request';

/** Per operation: few in each run, many at night. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 6);

const service = duringTests(() => startFleetService());

/** What there is at first, and what the service answers of its own. */
const known: Record<string, string[]> = {
  type: [ids.city, ids.person, ids.laptop, ids.contract],
  attribute: [
    ...[
      'Name',
      'Serial',
      'Price',
      'Status',
      'Tags',
      'Notes',
      'Holder',
      'Owner',
      'Stage',
      'Photo',
    ].map((name) => attributeId('Laptop', name)),
    attributeId('City', 'Name'),
    attributeId('Contract', 'Name'),
  ],
  object: Object.values(objects),
  // Not ann, who makes the calls: she stays an administrator.
  user: [ids.ben, ids.cat],
  group: [],
  workflow: [ids.workflow, ids.archivedWorkflow],
  state: Object.values(states),
  transition: Object.values(transitions),
  content: ['front', 'back', 'fresh', 'foreign'],
  site: [],
  page: [],
  token: [],
};
const maximumKnown = 40;

const created = z.object({ id: z.guid() });

function learnFrom({ path, method }: DescribedOperation, text: string): void {
  if (method !== 'POST') return;
  const answer = created.safeParse(JSON.parse(text));
  const ofKind = known[path.endsWith('/page') ? 'page' : resourceOf(path)];
  if (!answer.success || ofKind === undefined) return;
  ofKind.push(answer.data.id);
  if (ofKind.length > maximumKnown) ofKind.splice(maximumKnown / 2, 1);
}

/** What takes rights or things away comes last, and what other things are of at the very end. */
const inOrder = [
  ...operations.filter(({ method }) => method !== 'PUT' && method !== 'DELETE'),
  ...operations.filter(({ method }) => method === 'PUT'),
  ...operations.filter(({ method }) => method === 'DELETE').reverse(),
];

interface SentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: BodyInit | undefined;
}

/** Sends a request, holds its answer against the description, and returns its status. */
async function send(
  described: DescribedOperation,
  { path, headers: given, payload }: SentRequest,
): Promise<number> {
  const { method } = described;
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...given,
      authorization: `Bearer ${tokens.ann}`,
    },
    ...(payload !== undefined && { body: payload }),
  });
  const text = await response.text();
  const { status, headers } = response;
  const [pathOnly = ''] = path.split('?');
  expect(status, text).toBeLessThan(500);
  expect(findDeviation({ method, path: pathOnly, status, headers, text })).toBeUndefined();
  if (status === 200 && /json/.test(headers.get('content-type') ?? '')) learnFrom(described, text);
  return status;
}

function bodyCheck(described: DescribedOperation): (body: unknown) => boolean {
  const place = ['requestBody', 'content', 'application/json', 'schema'];
  return bodyOf(described)
    ? schemaAt('paths', described.path, described.method.toLowerCase(), ...place)
    : () => true;
}

const counts: string[] = [];
afterAll(() => {
  if (process.env['FUZZ_RUNS'] !== undefined) console.log(counts.join('\n'));
});

const timeoutMs = 30_000 + runs * 1_000;

describe.each(inOrder)('The operation $name', (described) => {
  const isValid = bodyCheck(described);

  test(
    'answers as described, whatever is sent to it',
    async () => {
      let done = 0;
      const hasBody = described.operation.requestBody !== undefined;
      const requests = arbitraryRequest(described, known, ids.fleet);
      await fc.assert(
        fc.asyncProperty(requests, async ({ path, headers, body }) => {
          const payload = hasBody ? JSON.stringify(body ?? null) : undefined;
          const status = await send(described, { path, headers, payload });
          if (!isValid(body)) expect(status).toBeGreaterThanOrEqual(400);
          if (status < 300) done += 1;
        }),
        { numRuns: runs, endOnFailure: true },
      );
      counts.push(`${described.name} did ${done} of ${runs} as drawn`);
    },
    timeoutMs,
  );
});
