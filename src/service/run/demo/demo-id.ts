import { createHash } from 'node:crypto';

/** Random, once: keeps the ids of the demo data apart from all others. */
const namespace = Buffer.from('5d0f3c1e8b7a4f6e9c2d1a0b7e6f5d4c', 'hex');

/**
 * The id of something in the demo data: a UUID version 5 of its path, the same on every start and
 * after every reset. `demoId('workspace', 'IT')`, `demoId('object', 'IT', 'Laptop', 'LT-0001')`
 * @see RFC 9562, section 5.5
 */
export function demoId(...path: readonly string[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(path)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const digits = hash.toString('hex', 0, 16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
