import { levelKey } from './binding';
import { parseTemplate } from './parser';
import { findSpellingAt, placeholdersOf } from './placeholders';
import { quoteString } from './quoting';
import type { LevelPlaceholder } from './tree';

/**
 * The template with every reference to the level `name` changed to `newName`, which a level must be
 * able to have. All else stays as the author wrote it: spacing, quotes, `<<` or `{{`, and `.label`.
 * In a text that is no template yet, what looks like a reference is changed too.
 */
export function renameLevel(template: string, name: string, newName: string): string {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return renameUnread(template, name, newName);
  const references = placeholdersOf(parsed.query).filter(
    (placeholder): placeholder is LevelPlaceholder =>
      placeholder.kind === 'levelPlaceholder' && isSameLevel(placeholder.levelName, name),
  );
  // From the last to the first, so that each location still fits.
  return references.reduceRight((text, { location, part }) => {
    const renamed = rename(text.slice(location.start, location.end), part, newName);
    return text.slice(0, location.start) + renamed + text.slice(location.end);
  }, template);
}

/** Whether the template refers to the level, as far as it can be read. */
export function refersToLevel(template: string, name: string): boolean {
  return renameLevel(template, name, '') !== template;
}

/** @param written one placeholder, perhaps in quotes */
function rename(written: string, part: LevelPlaceholder['part'], newName: string): string {
  const quote = written.startsWith('"') ? '"' : '';
  const inner = written.slice(quote.length, written.length - quote.length);
  const { open = '', close = '' } = findSpellingAt(inner, 0) ?? {};
  const content = inner.slice(open.length, inner.length - close.length);
  const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(content) ?? [];
  const suffix = part === 'label' ? (/\s*\.label$/i.exec(text)?.[0] ?? '.label') : '';
  const name = quote === '' ? newName : quoteString(newName).slice(1, -1);
  return quote + open + before + name + suffix + after + close + quote;
}

const unreadReference = /(\{\{\s*|<<\s*)([^{}<>]*?)((?:\s*\.label)?\s*(?:\}\}|>>))/gi;

function renameUnread(template: string, name: string, newName: string): string {
  return template.replace(unreadReference, (written, open: string, text: string, end: string) =>
    isSameLevel(text, name) ? open + newName + end : written,
  );
}

function isSameLevel(name: string, other: string): boolean {
  return levelKey(name) === levelKey(other);
}
