export type Frame = Window & typeof globalThis;

/** What `@forge/bridge` and `@forge/react` find as `__bridge` in their frame. */
export interface Bridge {
  callBridge(command: string, data?: unknown): Promise<unknown>;
}

/** The frames on this page; each asks for its bridge before the app's script runs. */
export interface FrameBridges {
  /**
   * @param start runs when the frame asks, with its final document in place
   * @returns forgets the frame
   */
  register(frame: Frame, start: () => Bridge): () => void;
}

declare global {
  interface Window {
    __bridgeFor?: (frame: Frame) => Bridge;
  }
}

/** Offers `__bridgeFor` on the page. */
export function publishBridges(page: Window): FrameBridges {
  const starts = new Map<Frame, () => Bridge>();
  page.__bridgeFor = (frame) => {
    const start = starts.get(frame);
    if (start === undefined) throw new Error('This frame was not started by the page.');
    return start();
  };
  return {
    register(frame, start) {
      starts.set(frame, start);
      return () => starts.delete(frame);
    },
  };
}
