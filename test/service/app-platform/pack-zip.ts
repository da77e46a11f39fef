import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

interface Oddity {
  /** What the first file is called in the archive, whatever the packer thinks of it. */
  readonly rename?: string;
  /** The file that the archive says is a symbolic link. */
  readonly linkName?: string;
  /** Whether the files take less room in the archive than outside; they do if absent. */
  readonly isPacked?: boolean;
}

const linkMode = 0o120777;

/** A ZIP archive of these files: path to content. */
export async function packZip(
  files: Readonly<Record<string, string>>,
  { rename, linkName, isPacked = true }: Oddity = {},
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    archive.addBuffer(
      Buffer.from(content),
      rename === undefined ? path : 'x'.repeat(rename.length),
      { compress: isPacked, ...(path === linkName && { mode: linkMode }) },
    );
  }
  archive.end();
  const packed = await buffer(archive.outputStream);
  return rename === undefined ? packed : replaceName(packed, rename);
}

function replaceName(archive: Buffer, name: string): Buffer {
  const placeholder = 'x'.repeat(name.length);
  return Buffer.from(archive.toString('latin1').replaceAll(placeholder, name), 'latin1');
}

const directoryEntryMark = Buffer.from('PK\x01\x02', 'latin1');
const checksumOffset = 16;

/** The archive with another checksum for its first file. */
export function damageChecksum(archive: Buffer): Buffer {
  const damaged = Buffer.from(archive);
  const place = damaged.indexOf(directoryEntryMark) + checksumOffset;
  damaged.writeUInt32LE((damaged.readUInt32LE(place) ^ 1) >>> 0, place);
  return damaged;
}
