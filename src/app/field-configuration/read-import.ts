import type * as z from 'zod/mini';
import { configurationTexts as texts } from './configuration-texts';

export type ReadImport<Configuration> =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a configuration that an admin pasted.
 * @param parts what each part of it has to be, by its name
 */
export function readImport<Configuration>(
  text: string,
  schema: z.ZodMiniType<Configuration>,
  parts: Readonly<Record<string, string>>,
): ReadImport<Configuration> {
  if (text.trim() === '') return { ok: false, message: texts.nothingToImport };
  const json = parseJson(text);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  if (read.success) return { ok: true, configuration: read.data };
  const names = Object.keys(parts);
  if (!names.some((name) => valueAt(json.value, [name]) !== undefined)) {
    return { ok: false, message: texts.notAConfiguration(names.join(', ')) };
  }
  const paths = read.error.issues.map(({ path }) => path);
  const isMissing = (path: readonly PropertyKey[]) => valueAt(json.value, path) === undefined;
  const missing = partNames(paths.filter(isMissing), parts);
  const unusable = partNames(
    paths.filter((path) => !isMissing(path)),
    parts,
  );
  return { ok: false, message: texts.unusableParts(missing, unusable) };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: texts.notJson(reason) };
  }
}

/** Undefined where there is nothing. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

function partNames(
  paths: readonly (readonly PropertyKey[])[],
  parts: Readonly<Record<string, string>>,
): string {
  return [...new Set(paths.map((path) => partName(path, parts)))].join(', ');
}

/** Lists are counted from 1, as the screens do. */
function partName(path: readonly PropertyKey[], parts: Readonly<Record<string, string>>): string {
  const name = path
    .map((key) => (typeof key === 'number' ? String(key + 1) : String(key)))
    .join(' › ');
  const meaning = parts[name];
  return meaning === undefined ? name : `${name} (${meaning})`;
}
