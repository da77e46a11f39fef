import type { Row } from './row';

/** Measures a part; if it fails, the others still run. */
type Attempt = (name: string, measure: () => Promise<readonly Row[]>) => Promise<void>;

/** Parts that are measured on something that is brought up once, such as a running sandbox. */
export interface Group {
  /** In the order in which they are measured. */
  readonly parts: readonly string[];
  measure(chosen: readonly string[], attempt: Attempt): Promise<void>;
}

/** @param open brings up what the parts need, which ends with the last of them */
export function measuredOn<World extends { close(): Promise<void> }>(
  open: () => Promise<World>,
  parts: Readonly<Record<string, (world: World) => Promise<readonly Row[]>>>,
): Group {
  return {
    parts: Object.keys(parts),
    async measure(chosen, attempt) {
      const world = await open();
      try {
        for (const [name, measure] of Object.entries(parts)) {
          if (chosen.includes(name)) await attempt(name, () => measure(world));
        }
      } finally {
        await world.close();
      }
    },
  };
}

/** Parts that each bring up and end all that they need. */
export function measuredAlone(
  parts: Readonly<Record<string, () => Promise<readonly Row[]>>>,
): Group {
  return measuredOn(() => Promise.resolve({ close: () => Promise.resolve() }), parts);
}
