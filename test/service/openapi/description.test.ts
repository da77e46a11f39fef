import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../../../src/service/openapi/describe-api';
import { schemaAt } from '../../support/conformance';
import { madeUpIds } from '../../../src/service/openapi/words';
import { hasMadeUpIds, operations, parametersOf } from './arbitrary-request';

const description = JSON.stringify(describeApi('https://service.example.com'));
describe('The description of the API', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(description) as Record<string, unknown>);
    expect([result.valid, result.errors, validator.version]).toEqual([true, undefined, '3.1']);
  });

  test('says what each field and each parameter means', () => {
    const unexplained: string[] = [];
    JSON.parse(description, (key, value: unknown) => {
      if (key !== 'properties') return value;
      for (const [name, field] of Object.entries(value as Record<string, object>)) {
        if (!('description' in field)) unexplained.push(name);
      }
      return value;
    });
    expect([...new Set(unexplained)]).toEqual([]);
    for (const { name, operation } of operations) {
      for (const parameter of operation.parameters) {
        expect('$ref' in parameter || parameter['description'], name).toBeTruthy();
      }
    }
  });

  const summaries = operations.map(({ operation }) => String(operation.summary));
  const namesOperation = (text: unknown) =>
    summaries.some((summary) => String(text).includes(`“${summary}”`));

  test.each(operations)('says where to find the ids that a call needs: $name', (described) => {
    for (const { name, in: place, required, description: words } of parametersOf(described)) {
      const isId = place === 'path' || name === 'typeId' || name === 'wds-workspace-id';
      if (required && isId) expect([name, words]).toEqual([name, expect.toSatisfy(namesOperation)]);
    }
    if (hasMadeUpIds(described)) expect(described.operation.description).toContain(madeUpIds);
  });

  test.each(operations)('has examples that fit: $name', ({ path, method, operation }) => {
    const { requestBody, responses } = operation;
    const success = responses['200'] ?? responses['204'];
    const bodies = [
      { content: requestBody?.content, place: ['requestBody'] },
      { content: success?.content, place: ['responses', '200'] },
    ];
    for (const { content, place } of bodies) {
      if (content === undefined || !('application/json' in content)) continue;
      const { examples } = content['application/json'] as {
        examples: { example: { value: unknown } };
      };
      const where = [
        'paths',
        path,
        method.toLowerCase(),
        ...place,
        'content',
        'application/json',
        'schema',
      ];
      const fits = schemaAt(...where);
      expect(fits(examples.example.value), JSON.stringify(fits.errors)).toBe(true);
    }
  });
});
