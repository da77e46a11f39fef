/** Returns the text of an Atlassian document, '' for none. */
export function documentText(node: unknown): string {
  if (Array.isArray(node)) return node.map(documentText).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, content } = node as Readonly<Record<string, unknown>>;
  return typeof text === 'string' ? text : documentText(content);
}
