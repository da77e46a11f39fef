export type Frame = Window & typeof globalThis;

/** What `@forge/bridge` and `@forge/react` find as `__bridge` in their frame. */
export interface Bridge {
  callBridge(command: string, data?: unknown): Promise<unknown>;
}

declare global {
  interface Window {
    __bridgeFor?: (frame: Frame) => Bridge;
  }
}

/** The frames on this page; each asks for its bridge before the app's script runs. */
const starts = new Map<Frame, () => Bridge>();

window.__bridgeFor = (frame) => {
  const start = starts.get(frame);
  if (start === undefined) throw new Error('This frame was not started by the page.');
  return start();
};

/**
 * @param start runs when the frame asks, with its final document in place
 * @returns forgets the frame
 */
export function registerFrame(frame: Frame, start: () => Bridge): () => void {
  starts.set(frame, start);
  return () => starts.delete(frame);
}
