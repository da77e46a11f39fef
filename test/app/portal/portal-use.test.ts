import { expect, test } from 'vitest';
import { portalUse, portalUses } from '../../../src/app/portal/portal-contract';

test.each(portalUses)('an admin can let the portal show %s of a field', (use) => {
  expect(portalUse.parse(use)).toBe(use);
});

test.each(['everything', '', null, undefined, true])('%j isn’t a use of the portal', (use) => {
  expect(portalUse.safeParse(use).success).toBe(false);
});
