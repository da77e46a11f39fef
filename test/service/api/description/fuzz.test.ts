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
import { embeddingOrigin, fittingRequests } from './fitting-request';
import type { Draw } from './fitting-values';
import { liveWorkspace } from './live-workspace';

/** Per operation: few in each run, many at night. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 6);

const service = duringTests(() => startFleetService({ embeddingOrigins: [embeddingOrigin] }));

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

/** How many answers said that it was done, of how many. */
class Tally {
  done = 0;
  all = 0;
  count(status: number): void {
    this.all += 1;
    if (status < 300) this.done += 1;
  }
}
const counts: string[] = [];
afterAll(() => {
  if (process.env['FUZZ_RUNS'] !== undefined) console.log(counts.join('\n'));
});

/** What others did in between can make some that fit into some that don't. */
const minimumShareDone = 0.8;
const timeoutMs = 30_000 + runs * 1_000;

describe.each(inOrder)('The operation $name', (described) => {
  const isValid = bodyCheck(described);

  test(
    'answers as described, whatever is sent to it',
    async () => {
      const tally = new Tally();
      const hasBody = described.operation.requestBody !== undefined;
      const requests = arbitraryRequest(described, known, ids.fleet);
      await fc.assert(
        fc.asyncProperty(requests, async ({ path, headers, body }) => {
          const payload = hasBody ? JSON.stringify(body ?? null) : undefined;
          const status = await send(described, { path, headers, payload });
          if (!isValid(body)) expect(status).toBeGreaterThanOrEqual(400);
          tally.count(status);
        }),
        { numRuns: runs, endOnFailure: true },
      );
      counts.push(`${described.name} did ${tally.done} of ${tally.all} as drawn`);
    },
    timeoutMs,
  );

  test(
    'does what fits what is there, and answers as described',
    async () => {
      const tally = new Tally();
      const build = fittingRequests[described.name];
      if (build === undefined) throw new Error('Say in fitting-request.ts what fits it.');
      const here = liveWorkspace(service, (id) => Object.values(known).flat().includes(id));
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (generate) => {
          const draw: Draw = (from) => generate(() => from);
          const { path, headers = {}, body, bytes } = await build(here, draw);
          expect(isValid(body), JSON.stringify(body)).toBe(true);
          const request = {
            path: path.startsWith('/upload') ? path : `/public/v1${path}`,
            headers: { 'wds-workspace-id': ids.fleet, ...headers },
            payload: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
          };
          tally.count(await send(described, request));
        }),
        { numRuns: Math.ceil(runs / 2), endOnFailure: true },
      );
      counts.push(`${described.name} did ${tally.done} of ${tally.all} that fit`);
      expect(tally.done / tally.all).toBeGreaterThanOrEqual(minimumShareDone);
    },
    timeoutMs,
  );
});
