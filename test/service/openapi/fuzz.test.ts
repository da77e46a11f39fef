import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { findDeviation, schemaAt } from '../../support/conformance';
import fc from '../../support/property-testing';
import { attributeId, ids, objects, tokens } from '../fleet';
import { states, transitions } from '../fleet-stages';
import { startFleetService } from '../fleet-service';
import type { FleetService } from '../fleet-service';
import { arbitraryRequest, bodyOf, operations, resourceOf } from './arbitrary-request';
import type { DescribedOperation, GeneratedRequest } from './arbitrary-request';

/** Per operation: few in each run, many at night. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 6);

let service: FleetService;
beforeAll(async () => {
  service = await startFleetService();
});
afterAll(() => service.close());

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
  user: [ids.ann, ids.ben, ids.cat],
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

/** What takes things away comes last. */
const inOrder = [
  ...operations.filter(({ method }) => method !== 'DELETE'),
  ...operations.filter(({ method }) => method === 'DELETE'),
];

async function send(
  { method, operation }: DescribedOperation,
  { path, headers, body }: GeneratedRequest,
) {
  const hasBody = operation.requestBody !== undefined;
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${tokens.ann}`,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body ?? null) }),
  });
  return { response, text: await response.text() };
}

describe('Whatever is sent to an operation, it answers as described', () => {
  test.each(inOrder)(
    '$name',
    async (described) => {
      const { path: template, method } = described;
      const place = ['requestBody', 'content', 'application/json', 'schema'];
      const isValid = bodyOf(described)
        ? schemaAt('paths', template, method.toLowerCase(), ...place)
        : () => true;
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(described, known, ids.fleet), async (request) => {
          const { response, text } = await send(described, request);
          const { status, headers } = response;
          const [path = ''] = request.path.split('?');
          expect(status, text).toBeLessThan(500);
          expect(findDeviation({ method, path, status, headers, text })).toBeUndefined();
          if (!isValid(request.body)) expect(status).toBeGreaterThanOrEqual(400);
          if (status === 200 && /json/.test(headers.get('content-type') ?? ''))
            learnFrom(described, text);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    30_000 + runs * 500,
  );
});
