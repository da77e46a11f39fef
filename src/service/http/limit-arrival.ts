import type { IncomingMessage } from 'node:http';
import { maximumFileBytes } from '../../api/content';

const shortestLimitMs = 60_000;
/** A slow line: 16 kB a second. */
const bytesPerMs = 16;

/** How long the body of a request may take to arrive, by its size as far as that is known. */
export function arrivalLimitMs(bytes: number): number {
  return shortestLimitMs + Math.min(bytes, maximumFileBytes) / bytesPerMs;
}

/** No request may take longer to arrive. */
export const longestArrivalMs = arrivalLimitMs(maximumFileBytes);

/** @param refuse ends the request whose body isn't there in time */
export function limitArrival(request: IncomingMessage, refuse: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  const timer = setTimeout(
    () => {
      if (!request.complete) refuse();
    },
    arrivalLimitMs(Number(length)),
  );
  request.once('close', () => clearTimeout(timer));
}
