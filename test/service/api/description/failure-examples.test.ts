import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorBody } from '../../../../src/api/error-body';
import { exampleIds } from '../../../../src/service/api/description/words';
import { startFleetService, strictly, type Answer } from '../../fleet-service';
import { bodyOf, operations, parametersOf } from './arbitrary-request';
import type { DescribedOperation } from './arbitrary-request';
import { duringTests } from '../../../support/during-tests';

const withExample = z.object({
  'application/json': z.object({
    examples: z.object({ example: z.object({ value: strictly(errorBody) }) }),
  }),
});

interface FailureExample {
  readonly described: DescribedOperation;
  readonly what: string;
  readonly status: number;
  readonly example: z.output<typeof errorBody>;
}

/** Every failure of every operation. */
const failures: readonly FailureExample[] = operations.flatMap((described) =>
  Object.entries(described.operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => ({
      described,
      what: `${status} of ${described.name}`,
      status: Number(status),
      example: withExample.parse(content)['application/json'].examples.example.value,
    })),
);

const failuresWith = (status: number) => failures.filter((failure) => failure.status === status);

const messages: Readonly<Record<number, RegExp>> = {
  401: /^Send a valid access token/,
  403: /^This access token is read-only|^Only a personal access token|^Your role in this workspace is reader/,
  404: /^There is no such \w+, or you can’t see it|^This upload address has expired/,
  412: /has changed since you read it/,
  413: /too large: send at most 1 MB/,
  415: /^The body must be JSON/,
  429: /^Too many requests .* Wait \d+ seconds|^Another upload of this file is under way/,
  500: /^The service failed/,
  503: /^The service is busy/,
};

describe('The example of a failure', () => {
  test.each(failures)('is about its status and its operation: $what', (failure) => {
    const { described, status, example } = failure;
    const form = new RegExp(`^${described.path.replace(/\{\w+\}/g, '[^/{}]+')}$`);
    expect(example.path).toMatch(form);
    const fitting = Object.entries(messages).filter(([, form]) => form.test(example.message));
    expect(fitting.map(([fits]) => Number(fits))).toEqual(status === 400 ? [] : [status]);
    if (status !== 400) expect(Object.keys(example)).toEqual(['timestamp', 'message', 'path']);
  });
});

describe('The example is what the service answers', () => {
  const service = duringTests(() => startFleetService());

  function expectExample({ status, example }: FailureExample, answer: Answer): void {
    const timestamp = expect.any(String) as string;
    expect([answer.status, answer.body]).toEqual([status, { ...example, timestamp }]);
  }

  test.each(failuresWith(401))('without a token: $what', async (failure) => {
    const { described, example } = failure;
    const headers = { authorization: undefined };
    expectExample(failure, await service.call(described.method, example.path, { headers }));
  });

  test.each(failuresWith(404))('where nothing is there: $what', async (failure) => {
    const { described, example } = failure;
    const hasPathParameter = parametersOf(described).some((each) => each.in === 'path');
    const headers = hasPathParameter ? {} : { 'wds-workspace-id': exampleIds.workspace };
    const body = bodyOf(described)?.examples?.example.value;
    const options = { headers, ...(body !== undefined && { body }) };
    expectExample(failure, await service.call(described.method, example.path, options));
  });

  test.each(failuresWith(413))('to a body that is too large: $what', async (failure) => {
    const { described, example } = failure;
    const rawBody = JSON.stringify('x'.repeat(1_100_000));
    expectExample(failure, await service.call(described.method, example.path, { rawBody }));
  });

  test.each(failuresWith(415))('to a body that isn’t JSON: $what', async (failure) => {
    const { described, example } = failure;
    const options = { rawBody: 'x', headers: { 'content-type': 'text/csv' } };
    expectExample(failure, await service.call(described.method, example.path, options));
  });

  test('to a query with a mistake', async () => {
    const failure = failuresWith(400).find(({ described }) => described.name === 'searchObjects');
    const body = { query: 'Label ~ "mac" order Label' };
    const answer = await service.api('POST', '/object/search', body);
    expect(failure && { ...failure.example, timestamp: '' }).toEqual({
      ...(answer.body as object),
      timestamp: '',
    });
  });
});
