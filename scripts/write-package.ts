import { copyFile, readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';

const text = z.string();
const schema = z.object({
  version: text,
  license: text,
  engines: z.record(text, text),
  dependencies: z.record(text, text),
});

/** What packages that are built from the sources have in common with the whole. */
export const wholePackage = schema.parse(JSON.parse(await readFile('package.json', 'utf8')));

/** Writes what a package is, with its license, into the folder of what was built. */
export async function writePackage(
  folder: string,
  own: { readonly name: string; readonly description: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { version, license, engines } = wholePackage;
  const manifest = { ...own, version, license, type: 'module', engines };
  await writeFile(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile('LICENSE', `${folder}/LICENSE`);
}
