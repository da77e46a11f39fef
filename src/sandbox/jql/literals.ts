import { RESERVED_WORDS } from '@atlaskit/jql-ast';
import type { JqlOperand } from './tree';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Returns what a name or value of a query stands for, without its quotes and escapes. */
export function readLiteral(text: string): string {
  const body = isQuoted(text) ? text.slice(1, -1) : text;
  return body.replace(
    /\\(?:u([\da-f]{4})|(.))/gis,
    (_, hex: string | undefined, character: string) =>
      hex === undefined
        ? (escapes[character] ?? character)
        : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

export function isQuoted(text: string): boolean {
  return text.startsWith('"') || text.startsWith("'");
}

/** Returns a name or value as it may stand in a query, in quotes only where they are needed. */
export function printLiteral(text: string): string {
  const isBare = /^[\w.-]+$/.test(text) && !RESERVED_WORDS.has(text.toLowerCase());
  return isBare ? text : printQuoted(text);
}

/** Returns a field's name as it may stand in a query; one with a dot is quoted, as a property's. */
export function printFieldName(name: string): string {
  if (/^cf\[\d+\]$/i.test(name)) return name;
  return name.includes('.') ? printQuoted(name) : printLiteral(name);
}

/** Returns a name or value in double quotes. */
export function printQuoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    // oxlint-disable-next-line no-control-regex -- the grammar takes none of these, not even in quotes
    .replace(/[\u0000-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g, escapeCharacter);
  return `"${escaped}"`;
}

export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the right side of a comparison as it may stand in a query. */
export function printOperand(operand: JqlOperand): string {
  switch (operand.kind) {
    case 'value':
      return operand.isQuoted ? printQuoted(operand.text) : printLiteral(operand.text);
    case 'list':
      return `(${operand.values.map(printOperand).join(', ')})`;
    case 'function':
      return `${printLiteral(operand.name)}(${operand.arguments.map(printLiteral).join(', ')})`;
    case 'empty':
      return 'EMPTY';
  }
}
