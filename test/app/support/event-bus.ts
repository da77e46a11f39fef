type Listener = (payload: unknown) => unknown;

/** What carries the events of `@forge/bridge` between the screens of a page. */
export interface EventBus {
  emit(event: string, payload: unknown): void;
  on(event: string, callback: Listener): { unsubscribe: () => void };
}

/** Delivers later, to everyone who listens then, the one who emitted too. */
export function createEventBus(): EventBus & { isSilent: boolean } {
  const listeners = new Map<Listener, string>();
  const bus = {
    isSilent: false,
    emit(event: string, payload: unknown) {
      const crossing: unknown = structuredClone(payload);
      void Promise.resolve().then(() => {
        if (bus.isSilent) return;
        for (const [listener, heard] of listeners) if (heard === event) listener(crossing);
      });
    },
    on(event: string, callback: Listener) {
      const listener: Listener = (payload) => callback(payload);
      listeners.set(listener, event);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
  };
  return bus;
}
