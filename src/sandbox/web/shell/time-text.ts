import { useCallback } from 'react';
import { useSession } from '../session/session';

/** Writes times of Jira as the person reads them: in their language and time zone. */
export function useTimeText(): (time: string) => string {
  const { locale, timeZone } = useSession().state.profile;
  return useCallback(
    (time) => {
      const date = new Date(time);
      if (Number.isNaN(date.getTime())) return time;
      return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    },
    [locale, timeZone],
  );
}
