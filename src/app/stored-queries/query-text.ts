const everything = '(every object)';

/** A query as people read it: in words where it is empty, and with nothing in it that can't be seen. */
export function queryText(query: string): string {
  return query.trim() === '' ? everything : query.replace(unseen, escapeOf);
}

/** Characters that are drawn as nothing; those that break or space a line are drawn as that. */
const unseen = /[^\P{Cc}\t\n\r]/gu;

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
