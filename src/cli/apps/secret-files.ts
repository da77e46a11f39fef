import { posix } from 'node:path';
import { CommandFailure } from '../failure';
import { listBundleFiles, readBundleFile } from './bundle-files';
import type { BundleFile, BundleFiles } from './bundle-files';

/** Passwords, tokens or private keys, as files or folders; whoever gets the app could read them. */
const secretNames = [
  /\.env[^/]*|[^/]*\.env/,
  /\.(npmrc|yarnrc\.yml|pypirc|netrc|pgpass|htpasswd|git-credentials)/,
  /\.(aws|ssh|docker|config\/gh)/,
  /id_(rsa|dsa|ecdsa|ed25519)(?!\.pub)[^/]*/,
  /[^/]*\.(pem|key|p12|pfx|ppk|jks|keystore)/,
];
const secretPath = new RegExp(
  `(^|/)(${secretNames.map(({ source }) => source).join('|')})(/|$)`,
  'i',
);
/** A key follows, on a new line or after an escaped line break; code that reads keys has the header alone. */
const privateKey =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----(\s|\\+[rn])+[\w+/]|PuTTY-User-Key-File-\d: \w/;
const searchedBytes = 64 * 1024;
const namedSecrets = 10;

export interface BundleSource {
  readonly folder: string;
  /** Paths below the folder that the person insists on, although they look like secrets. */
  readonly included: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Lists what a build folder holds, after a look at the path and the beginning of each file.
 * @throws {CommandFailure} `project` for a folder that can't be an app, or has files that look like secrets
 */
export async function listPublicFiles({
  folder,
  included,
  signal,
}: BundleSource): Promise<BundleFiles> {
  const listed = await listBundleFiles(folder, signal);
  await assertNoSecrets(folder, listed.files, included);
  return listed;
}

async function assertNoSecrets(
  folder: string,
  files: readonly BundleFile[],
  included: readonly string[],
): Promise<void> {
  const insisted = new Set(included.map((path) => posix.normalize(path)));
  const secrets: string[] = [];
  for (const file of files) {
    if (!insisted.delete(file.path) && (await looksSecret(file))) secrets.push(file.path);
  }
  if (secrets.length > 0) throw holdsSecrets(folder, secrets.sort());
  const [unknown] = insisted;
  if (unknown === undefined) return;
  throw new CommandFailure(
    'project',
    `${folder} has no file ${unknown} that could be deployed. After --include, write its path as it is below that folder.`,
  );
}

function holdsSecrets(folder: string, secrets: readonly string[]): CommandFailure {
  const more = secrets.length > namedSecrets ? ` and ${secrets.length - namedSecrets} more` : '';
  return new CommandFailure(
    'project',
    `${folder} has files that look like secrets, and everyone who gets the app could read them: ${secrets.slice(0, namedSecrets).join(', ')}${more}. Remove them from the build. If a file is meant to be public, run wds app deploy --include <path>.`,
  );
}

async function looksSecret(file: BundleFile): Promise<boolean> {
  if (secretPath.test(file.path)) return true;
  const beginning = (await readBundleFile(file, searchedBytes)).toString('latin1');
  // UTF-16 has a zero byte beside each character of a key.
  return privateKey.test(beginning.replaceAll('\0', ''));
}
