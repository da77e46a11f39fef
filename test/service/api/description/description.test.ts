import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { present } from '../../../contract/target';
import { describeApi } from '../../../../src/service/api/description/describe-api';
import { schemaAt } from '../../../support/conformance';
import { findFaults } from '../../../support/openapi-faults';
import { madeUpIds } from '../../../../src/service/api/description/words';
import { hasMadeUpIds, operations, parametersOf } from './arbitrary-request';

const component = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string() })),
});

/** What a field says of itself: `states.id` of a named schema. */
function wordsOf(name: string, field: string): string {
  const { components } = z
    .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
    .parse(JSON.parse(description));
  const [first = '', ...rest] = field.split('.');
  const found = present(component.parse(components.schemas[name]).properties[first]);
  if (rest.length === 0) return found.description;
  const { items } = z.object({ items: z.looseObject({}) }).parse(found);
  const { $ref } = z.object({ $ref: z.string().optional() }).parse(items);
  const inner = $ref === undefined ? items : components.schemas[$ref.split('/').at(-1) ?? ''];
  return present(component.parse(inner).properties[rest[0] ?? '']).description;
}

const description = JSON.stringify(describeApi('https://data.example.org'));

describe('The description of the API', () => {
  test('gives readers of OpenAPI 3.1 nothing to complain about', async () => {
    expect(await findFaults(description)).toEqual([]);
  });

  test('has no pattern that only some languages can read', () => {
    const patterns = description.match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? [];
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPu]|\(\?/);
  });

  test.each([
    ['Object', 'id', 'The id of the object'],
    ['Object', 'typeId', 'The id of the type'],
    ['Type', 'id', 'The id of the type'],
    ['EnrichedType', 'attributes.id', 'The id of the attribute'],
    ['Attribute', 'id', 'The id of the attribute'],
    ['User', 'id', 'The id of the person'],
    ['Workflow', 'id', 'The id of the workflow'],
    ['Workflow', 'states.id', 'The id of the state'],
    ['Workflow', 'transitions.id', 'The id of the transition'],
    ['Site', 'id', 'The id of the site'],
    ['AccessToken', 'id', 'The id of the access token'],
  ])('says whose id it is: %s.%s', (component, field, words) => {
    expect(wordsOf(component, field)).toMatch(new RegExp(`^${words}\\b`));
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

  test.each([
    ['listTypes', 'types that you can give access to'],
    ['listSites', 'sites of the workspace that you can change'],
  ])('says what more an administrator gets from %s', (operationId, words) => {
    const described = operations.find(({ name }) => name === operationId);
    const all = parametersOf(present(described)).find(({ name }) => name === 'all');
    expect(all?.description).toContain(words);
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
