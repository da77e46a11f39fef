import type * as z from 'zod/mini';
import { configurationTexts as texts } from './configuration-texts';

export type ReadImport<Configuration> =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a configuration that an admin pasted.
 * @param hints what a part has to be, by its name, where that is not plain
 */
export function readImport<Configuration>(
  text: string,
  schema: z.ZodMiniType<Configuration>,
  hints: Readonly<Record<string, string>>,
): ReadImport<Configuration> {
  if (text.trim() === '') return { ok: false, message: texts.nothingToImport };
  const json = parseJson(text);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  if (read.success) return { ok: true, configuration: read.data };
  const { issues } = read.error;
  if (issues.some(({ path }) => path.length === 0)) {
    return { ok: false, message: texts.notAConfiguration };
  }
  const parts = new Set(issues.map(({ path }) => partName(path, hints)));
  return { ok: false, message: texts.unusableParts([...parts].join(', ')) };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: texts.notJson(reason) };
  }
}

/** Lists are counted from 1, as the screens do. */
function partName(path: readonly PropertyKey[], hints: Readonly<Record<string, string>>): string {
  const name = path
    .map((key) => (typeof key === 'number' ? String(key + 1) : String(key)))
    .join(' › ');
  const hint = hints[name];
  return hint === undefined ? name : `${name} (${hint})`;
}
