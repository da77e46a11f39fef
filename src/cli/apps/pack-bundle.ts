import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { CommandFailure, interrupted } from '../failure';
import { readBundleFile } from './bundle-files';
import { listPublicFiles } from './secret-files';
import type { BundleSource } from './secret-files';

/** The ZIP archive of a build folder. */
export interface Bundle {
  readonly archive: Buffer;
  readonly fileCount: number;
  /** Hexadecimal SHA-256 of the archive. */
  readonly digest: string;
  readonly leftOut: readonly string[];
}

/** Is told how many of how many files or bytes are done. */
export type ReportProgress = (done: number, all: number) => void;

const maximumArchiveBytes = 100 * 1024 * 1024;
/** What an archive says of each file, so that it depends on their content alone. */
const sameForAll = {
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  forceDosTimestamp: true,
  compress: true,
};

/**
 * Packs a build folder: the same bytes for the same files.
 * @throws {CommandFailure} `project` for a folder that can't be an app
 */
export async function packBundle(
  { folder, included, signal }: BundleSource,
  report: ReportProgress = () => undefined,
): Promise<Bundle> {
  const { files, leftOut } = await listPublicFiles({ folder, included, signal });
  const zip = new ZipFile();
  const output = new PassThrough({ signal });
  const packed = buffer(zip.outputStream.pipe(output)).catch((cause: unknown) => {
    throw signal.aborted ? interrupted() : cause;
  });
  // Its error is thrown below, unless reading a file fails first.
  packed.catch(() => undefined);
  for (const [index, file] of files.entries()) {
    if (signal.aborted) throw interrupted();
    zip.addBuffer(await readBundleFile(file), file.path, sameForAll);
    report(index + 1, files.length);
  }
  zip.end();
  const archive = await packed;
  if (archive.length > maximumArchiveBytes) {
    throw new CommandFailure(
      'project',
      `The packed app is ${Math.ceil(archive.length / 1024 / 1024)} MB, and you can deploy up to 100 MB. Make the files in ${folder} smaller.`,
    );
  }
  const digest = createHash('sha256').update(archive).digest('hex');
  return { archive, fileCount: files.length, digest, leftOut };
}
