import { Refusal } from '../base/refusals/refusal';
import { includesWeakly } from '../model/resources/object-version';
import type { EntityTags, VersionCondition } from '../model/resources/object-version';

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads the versions that a header names: any (`*`), or those listed. Undefined if it is malformed.
 * @see RFC 9110, section 13.1
 */
function readEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*';
  const entries = header.replace(entityTag, 'tag').split(',');
  const isList = entries.every((entry) => ['', 'tag'].includes(entry.trim()));
  const tags = header.match(entityTag) ?? [];
  return isList && tags.length > 0 ? tags : undefined;
}

interface Headers {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * The condition under which a change is made; undefined if there is none.
 * @throws Refusal 400 for a header that can't be understood: a change would go through unnoticed
 */
export function readCondition(headers: Headers): VersionCondition | undefined {
  const ifMatch = readHeader(headers, 'if-match');
  const ifNoneMatch = readHeader(headers, 'if-none-match');
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
}

function readHeader(headers: Headers, name: keyof Headers): EntityTags | undefined {
  const header = headers[name];
  if (header === undefined) return undefined;
  const tags = readEntityTags(header);
  if (tags !== undefined) return tags;
  throw new Refusal(400, `The header ${name} must be "*" or a list of ETags in double quotes.`);
}

/** Whether the caller of a read has this version. A header that can't be understood counts as none. */
export function hasVersion(headers: Headers, version: string): boolean {
  const tags = readEntityTags(headers['if-none-match'] ?? '');
  return tags !== undefined && includesWeakly(tags, version);
}
