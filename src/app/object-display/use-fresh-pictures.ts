import { useMemo } from 'react';

/** Earlier than the addresses end, which is a minute after the service was asked. */
const maximumAgeMs = 45_000;

/**
 * Whether pictures of an answer can be drawn that aren't yet: later, their addresses show nothing. Those that are drawn stay.
 * @param takenAt when the answer came, in milliseconds since the epoch; undefined for one without pictures
 */
export function useFreshPictures(takenAt: number | undefined): boolean {
  return useMemo(() => takenAt !== undefined && !isOld(takenAt), [takenAt]);
}

/** Whether what the answer says of pictures has to be asked anew. */
export function isOld(takenAt: number): boolean {
  return Date.now() - takenAt > maximumAgeMs;
}
