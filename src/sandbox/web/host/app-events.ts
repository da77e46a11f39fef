export type AppEventListener = (payload: unknown) => void;

/** Carries the app's own events between its resources on the page. */
export interface AppEvents {
  emit(event: string, payload: unknown): void;
  /** @returns ends the subscription */
  on(event: string, listener: AppEventListener): () => void;
}

export function createAppEvents(): AppEvents {
  const listeners = new Map<string, Set<AppEventListener>>();
  return {
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
    },
    on(event, listener) {
      const ofEvent = listeners.get(event) ?? new Set();
      listeners.set(event, ofEvent.add(listener));
      return () => ofEvent.delete(listener);
    },
  };
}
