import type { Bridge, Frame } from './frame-bridges';

/** What one bridge command does; its answer goes to the app. */
type Command = (data: unknown) => unknown;

export type Commands = Readonly<Record<string, Command>>;

interface BridgeOptions {
  frame: Frame;
  /** Commands whose data is plain: it crosses as a copy, as between two processes. */
  plain: Commands;
  /** Commands whose data or answer holds functions, or the app's live tree. */
  live: Commands;
  onUnsupported: (command: string) => void;
}

/** The bridge of one frame. A command that is not modelled is refused, and shown. */
export function createBridge({ frame, plain, live, onUnsupported }: BridgeOptions): Bridge {
  return {
    async callBridge(command, data) {
      try {
        if (Object.hasOwn(live, command)) return await live[command]?.(data);
        if (Object.hasOwn(plain, command)) {
          const answer = await plain[command]?.(structuredClone(data));
          return frame.structuredClone(answer);
        }
      } catch (error) {
        throw errorOf(frame, error);
      }
      onUnsupported(command);
      throw errorOf(
        frame,
        new Error(`The sandbox doesn't support the bridge command "${command}".`),
      );
    },
  };
}

/** Errors cross as errors of the frame, so that `instanceof Error` holds in the app. */
function errorOf(frame: Frame, error: unknown): Error {
  const { message, ...details } = error instanceof Error ? error : { message: String(error) };
  const text = error instanceof Error ? error.message : message;
  return Object.assign(new frame.Error(text), details);
}
