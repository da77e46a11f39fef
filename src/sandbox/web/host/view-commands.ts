import type { Commands } from './bridge';

/** What the place where a resource renders lets it do; what is absent is answered with `false`. */
export interface ResourcePlace {
  /** Takes the submitted payload; throws what the person should read when it is refused. */
  onSubmit?: (payload: unknown) => Promise<void>;
  onClose?: () => void;
  onRefresh?: () => void;
}

/** The plain part of `view`: submitting, closing and what concerns the browser tab. */
export function viewCommands(place: () => ResourcePlace, beforeClose: () => void): Commands {
  return {
    async submit(payload) {
      const { onSubmit } = place();
      if (onSubmit === undefined) return false;
      await onSubmit(payload);
      return true;
    },
    close() {
      const { onClose } = place();
      if (onClose === undefined) return false;
      beforeClose();
      onClose();
      return true;
    },
    refresh() {
      const { onRefresh } = place();
      if (onRefresh === undefined) return false;
      onRefresh();
      return true;
    },
    enableTheming: () => true,
    emitReadyEvent: () => true,
    changeWindowTitle(title) {
      document.title = String(title);
    },
  };
}

/** What the app wants to run before its view closes. */
export function closeCallbacks(): { commands: Commands; run: () => void } {
  const callbacks = new Set<() => unknown>();
  return {
    commands: {
      onClose(callback) {
        if (typeof callback !== 'function') return false;
        callbacks.add(() => Reflect.apply(callback, undefined, []));
        return true;
      },
    },
    run: () => callbacks.forEach((callback) => callback()),
  };
}
