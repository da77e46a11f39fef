import { createConfig, lintFromString } from '@redocly/openapi-core';

/** What readers of OpenAPI 3.1 would complain about in a description: rule, message, place. */
export async function findFaults(description: string): Promise<unknown[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-duplicated-tag-names': 'error',
      'spec-strict-refs': 'error',
    },
  });
  const found = await lintFromString({ source: description, config });
  return found.map(({ ruleId, message, location }) => [ruleId, message, location]);
}
