import { expect, test } from 'vitest';
import * as z from 'zod';
import { manifestExpressions } from '../../../src/app/site-check/site-check-handlers';
import { readManifestSource } from '../../manifest/read-manifest';

const fieldType = z.object({
  view: z.object({ formatter: z.object({ expression: z.string() }) }),
  edit: z.object({ validation: z.object({ expression: z.string() }) }),
});
const manifest = z.object({
  modules: z.object({ 'jira:customFieldType': z.tuple([fieldType, fieldType]) }),
});

test('asks Jira about the very expressions of manifest.yml', () => {
  const [object, cascade] = manifest.parse(readManifestSource()).modules['jira:customFieldType'];
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const { formatter, objectValidation, cascadeValidation } = manifestExpressions;
  expect(oneLine(object.view.formatter.expression)).toBe(formatter);
  expect(oneLine(cascade.view.formatter.expression)).toBe(formatter);
  expect(oneLine(object.edit.validation.expression)).toBe(objectValidation);
  expect(oneLine(cascade.edit.validation.expression)).toBe(cascadeValidation);
});
