import { describe, expect, test } from 'vitest';
import { appPlatformEndpoints } from '../../../src/api/app-platform';
import { describeAppPlatform } from '../../../src/service/app-platform/describe-app-platform';
import { findFaults } from '../../support/openapi-faults';
import { usePlatform } from './use-platform';

const description = JSON.stringify(describeAppPlatform('https://platform.example.org'));

describe('The description of the app platform', () => {
  test('gives readers of OpenAPI 3.1 nothing to complain about', async () => {
    expect(await findFaults(description)).toEqual([]);
  });

  test('has every call that the service answers, and says what each field means', () => {
    const ids: string[] = [];
    const unexplained: string[] = [];
    JSON.parse(description, (key, value: unknown) => {
      if (key === 'operationId') ids.push(String(value));
      if (key === 'properties') {
        for (const [name, field] of Object.entries(value as Record<string, object>)) {
          if (!('description' in field)) unexplained.push(name);
        }
      }
      return value;
    });
    expect(ids.sort()).toEqual(Object.keys(appPlatformEndpoints).sort());
    expect([...new Set(unexplained)]).toEqual([]);
  });
});

const platform = usePlatform();

test('The app platform gives its description to whoever asks', async () => {
  const { platformUrl = '' } = platform.service;
  const answer = await fetch(`${platformUrl}/external/v1/app-platform/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toMatchObject({ servers: [{ url: platformUrl }] });
});
