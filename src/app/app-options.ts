import type { Platform } from './platform/platform';

/** What the functions of manifest.yml are built with. */
export interface AppOptions {
  readonly platform: Platform;
  readonly isPlatformPrompt: (error: unknown) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly writeLog: (line: string) => void;
}
