import { describe, expect, test } from 'vitest';
import { createStage, crossings, embeddingOrigin } from '../service/crossing-changes';
import { startFleetService } from '../service/fleet-service';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startFleetService({ embeddingOrigins: [embeddingOrigin] }));
const stage = duringTests(() =>
  Promise.resolve({ ...createStage(service), close: () => Promise.resolve() }),
);

/** Both have been admitted before either of them changes anything. */
describe.each(crossings)('Sent at the same moment, $title:', ({ prepare }) => {
  test.each(['first', 'second'])('one after the other, the %s of them sent first', async (sent) => {
    const { one, other, oneFirst, otherFirst, check } = await prepare(stage);
    const outcomes =
      sent === 'first'
        ? await Promise.all([one(), other()])
        : (await Promise.all([other(), one()])).toReversed();
    expect([...oneFirst, ...otherFirst]).toContainEqual(outcomes);
    await check?.();
  });
});
