import type { IncomingMessage } from 'node:http';
import { maximumFileBytes } from '../../../api/content';
import { arrivalLimitMs } from '../files/file-store';

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
