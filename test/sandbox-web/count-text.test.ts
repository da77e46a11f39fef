import { expect, test } from 'vitest';
import { countText } from '../../src/sandbox/web/screens/result-list';

test.each([
  [50, 1_204, 'en-US', '50 of 1,204 work items'],
  [1_204, 1_204, 'en-US', '1,204 work items'],
  [1_204, 1_204, 'de-DE', '1.204 work items'],
  [1, 1, 'en-US', '1 work item'],
  [1_050, undefined, 'en-US', '1,050 work items shown'],
])('%i of %s in %s', (shown, total, locale, text) => {
  expect(countText(shown, total, locale)).toBe(text);
});
