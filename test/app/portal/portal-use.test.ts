import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { portalUse } from '../../../src/app/portal/portal-use';

const configuration = z.object({ portal: portalUse });

test.each([
  [{ portal: 'labels' }, 'labels'],
  [{ portal: 'attributes' }, 'attributes'],
  [{ portal: 'nothing' }, 'nothing'],
  [{ portal: 'everything' }, 'nothing'],
  [{ portal: undefined }, 'nothing'],
  [{ portal: null }, 'nothing'],
  [{}, 'nothing'],
])('the portal shows of a field that is configured with %j: %s', (stored, shown) => {
  expect(configuration.parse(stored)).toEqual({ portal: shown });
});
