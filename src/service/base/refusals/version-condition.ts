import { createHash } from 'node:crypto';
import { Refusal } from './refusal';
import type { Resource } from './refusal';

/** `*` stands for any version, otherwise those listed, as headers have them. */
export type EntityTags = '*' | readonly string[];

/** Which version of something a caller wants to change, or not to change. */
export interface VersionCondition {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/** Names a version by the text of the answer: whatever a caller sees differently has another name. */
export function entityTagOf(answer: string): string {
  return `"${createHash('sha256').update(answer).digest('base64url').slice(0, 27)}"`;
}

/** Whether a version is among these, also if it is only said to be as good as it (`W/"..."`). */
export function includesWeakly(tags: EntityTags, version: string): boolean {
  return tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === version);
}

/**
 * Refuses to change another version than the caller means.
 * @param shown what is there, as the caller sees it, while nobody else can change it
 * @throws Refusal 412
 * @see RFC 9110, section 13.1: If-Match compares strongly, If-None-Match weakly
 */
export function assertVersion(
  what: Resource,
  shown: object,
  { ifMatch, ifNoneMatch }: VersionCondition,
): void {
  const version = entityTagOf(JSON.stringify(shown));
  const isMeant = ifMatch === undefined || ifMatch === '*' || ifMatch.includes(version);
  if (!isMeant) throw changedSince(what);
  if (ifNoneMatch !== undefined && includesWeakly(ifNoneMatch, version)) {
    throw new Refusal(
      412,
      `The current version of the ${what} is one that If-None-Match excludes.`,
    );
  }
}

export function changedSince(what: Resource): Refusal {
  const message = `The ${what} has changed since you read it. Read it again, then repeat your change.`;
  return new Refusal(412, message);
}
