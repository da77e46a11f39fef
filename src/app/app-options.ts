import type { Clock, Platform } from './platform/platform';

/** What the functions of manifest.yml are built with. */
export interface AppOptions {
  readonly platform: Platform;
  readonly isPlatformPrompt: (error: unknown) => boolean;
  readonly now: Clock;
  readonly writeLog: (line: string) => void;
}
