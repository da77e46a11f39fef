import * as z from 'zod';
import type { JiraModel } from './model';
import type { Profile } from './state';

/** Of people who chose nothing. */
const defaultProfile: Profile = { locale: 'en-US', timeZone: 'Europe/Stockholm' };

/** The languages of Jira that can be chosen here; the stand-in's own texts stay English. */
export const locales = [
  'en-US',
  'en-GB',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'ja-JP',
  'zh-CN',
] as const;

/** What a person may choose. */
export const profileChoice = z.strictObject({
  locale: z.enum(locales),
  timeZone: z.enum(Intl.supportedValuesOf('timeZone'), 'There is no such time zone.'),
});

export function profileOf({ state }: JiraModel, accountId: string): Profile {
  return state.profiles[accountId] ?? defaultProfile;
}
