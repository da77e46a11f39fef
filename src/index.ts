import { createFieldResolver } from './app/field-resolver';
import { forgePlatform } from './app/platform/forge-platform';
import { isPlatformPrompt } from './app/platform/platform-prompt';

export const resolver = createFieldResolver({
  platform: forgePlatform,
  isPlatformPrompt,
  now: Date.now,
  writeLog: console.warn,
});
