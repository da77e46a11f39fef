import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * Asks for a password without showing it; where no one types, it is the first line of the input.
 * @returns what was typed; empty if the input ended before
 */
export async function readPassword(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<string> {
  if (!input.isTTY) return (await text(input)).split(/\r?\n/)[0] ?? '';
  output.write('Password: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal: true, historySize: 0 });
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}
