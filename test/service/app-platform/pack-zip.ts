import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

interface Oddity {
  /** What the first file is called in the archive, whatever the packer thinks of it. */
  readonly rename?: string;
  /** The file that the archive says is a symbolic link. */
  readonly linkName?: string;
}

const linkMode = 0o120777;

/** A ZIP archive of these files: path to content. */
export async function packZip(
  files: Readonly<Record<string, string>>,
  { rename, linkName }: Oddity = {},
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    archive.addBuffer(
      Buffer.from(content),
      rename === undefined ? path : 'x'.repeat(rename.length),
      path === linkName ? { mode: linkMode } : {},
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
