import { connect } from 'node:net';

/**
 * Sends bytes as they are and returns what came back until the other side ended the connection, or
 * until `isEnough` says so.
 */
export async function exchange(
  url: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  isEnough: (received: string) => boolean,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  let received = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (isEnough(received)) resolve();
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    void send(pieces);
  });
  socket.destroy();
  return received;

  async function send(rest: typeof pieces): Promise<void> {
    for await (const piece of rest) await new Promise((sent) => socket.write(piece, sent));
  }
}

/** One whole reply whose length is named, or that has ended in chunks. */
export function isWholeReply(received: string): boolean {
  return countReplies(received) >= 1;
}

/** How many whole replies stand one after the other. */
export function countReplies(received: string): number {
  let count = 0;
  let rest = received;
  for (;;) {
    const head = /^HTTP\/1\.1 [\s\S]*?\r\n\r\n/.exec(rest)?.[0];
    if (head === undefined) return count;
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (Buffer.byteLength(rest) < Buffer.byteLength(head) + length) return count;
    rest = rest.slice(head.length + length);
    count += 1;
  }
}

export function statusOf(received: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);
}
