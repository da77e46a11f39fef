/** A person in a text; an id has neither brackets nor spaces. */
const mention = /\{\{@userId:([^{}\s]*)\}\}/g;

/** The ids of the people whom a text mentions, in lower case, each once. */
export function mentionedIn(text: string): string[] {
  if (!text.includes('{{@userId:')) return [];
  return [...new Set([...text.matchAll(mention)].map(([, id = '']) => id.toLowerCase()))];
}

/** How a text mentions a person. */
export function mentionOf(userId: string): string {
  return `{{@userId:${userId}}}`;
}

/** The text as people read it. @param names of those who are members, by their ids in lower case */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(
    mention,
    (_, id: string) => `@${names.get(id.toLowerCase()) ?? 'former member'}`,
  );
}
