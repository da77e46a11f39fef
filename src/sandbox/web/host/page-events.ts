import * as z from 'zod';
import type { Commands } from './bridge';

type Listener = (payload: unknown) => unknown;

/** By event, of all resources of the app on this page. */
const listeners = new Map<string, Set<Listener>>();

const emitSchema = z.object({ event: z.string(), payload: z.unknown() });
const onSchema = z.object({
  event: z.string(),
  callback: z.custom<Listener>((value) => typeof value === 'function', 'Expected a function'),
});

interface EventOptions {
  /** Whether an event reaches anyone. */
  areDelivered: boolean;
  /** Copies what crosses into the resource. */
  copy: (payload: unknown) => unknown;
}

/**
 * The commands behind `events` of `@forge/bridge`, for one run of a resource: what a resource of the
 * app emits reaches all of them on this page, itself too, and none in another tab.
 * @see docs/platform-assumptions.md, 86
 */
export function eventCommands({ areDelivered, copy }: EventOptions) {
  const ends = new Set<() => void>();
  const commands = {
    emit(data: unknown) {
      const { event, payload } = emitSchema.parse(data);
      if (!areDelivered) return;
      for (const listener of listeners.get(event) ?? []) {
        const crossing: unknown = structuredClone(payload);
        setTimeout(() => listener(crossing), 0);
      }
    },
    on(data: unknown) {
      const { event, callback } = onSchema.parse(data);
      const listener: Listener = (payload) => {
        if (ends.has(unsubscribe)) void callback(copy(payload));
      };
      const unsubscribe = () => {
        listeners.get(event)?.delete(listener);
        ends.delete(unsubscribe);
      };
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      ends.add(unsubscribe);
      return { unsubscribe };
    },
  } satisfies Commands;
  return { commands, end: () => ends.forEach((end) => end()) };
}
