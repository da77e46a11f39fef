import type { ServerResponse } from 'node:http';

const megabyte = Buffer.alloc(1024 * 1024, ' ');

/** Sends a body without an end, as fast as it is read. */
export function sendForever(response: ServerResponse, piece: Buffer | string = megabyte): void {
  const send = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', send);
  send();
}
