import * as z from 'zod/mini';
import type { FieldConfigurations } from '../access/find-configuration';
import type { Invocation } from '../access/invocation';
import { createMinuteMemory } from '../access/minute-memory';
import type { Platform } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';

const fact = z.object({ version: z.literal(1), isTold: z.boolean() });
type Fact = z.infer<typeof fact>;
const factKey = 'site-check:configuration';

/**
 * Whether the platform told the configuration of a field to the screen that was opened last; undefined
 * where none was opened yet.
 * @throws {StoreError}
 */
export async function findConfigurationFact(store: KeyValueStore): Promise<boolean | undefined> {
  return fact.safeParse(await store.find(factKey)).data?.isTold;
}

interface ProbeDependencies {
  readonly platform: Pick<Platform, 'store' | 'tenantKey'>;
  readonly now: () => number;
}

/**
 * Keeps the fact for the site check, whose page has no field: looks once a minute at most, writes only
 * what has changed, and keeps nothing where the store does not answer.
 */
export function createContextConfigurationProbe({ platform, now }: ProbeDependencies) {
  const noted = createMinuteMemory<Fact>(platform, now);

  return async ({ extension }: Invocation): Promise<void> => {
    const isTold = extension.configuration !== undefined;
    if (noted.find()?.isTold === isTold) return;
    noted.keep({ version: 1, isTold });
    await keep(platform.store, isTold).catch(() => undefined);
  };
}

async function keep(store: KeyValueStore, isTold: boolean): Promise<void> {
  if ((await findConfigurationFact(store)) === isTold) return;
  await store.set(factKey, { version: 1, isTold } satisfies Fact);
}

/** The same configurations; each invocation that asks for one also leaves the fact for the site check. */
export function probedConfigurations<Configuration>(
  configurations: FieldConfigurations<Configuration>,
  probe: ReturnType<typeof createContextConfigurationProbe>,
): FieldConfigurations<Configuration> {
  return {
    ...configurations,
    async get(invocation) {
      const [found] = await Promise.all([configurations.get(invocation), probe(invocation)]);
      return found;
    },
  };
}
