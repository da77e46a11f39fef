import type { Client } from '../../api/client';
import { readCascadeValue } from '../cascade-field/cascade-value';
import { lookUpObjects } from '../objects/find-objects';
import {
  readStoredValue,
  type StoredObject,
  storedValueOf,
  objectKey,
} from '../objects/stored-value';
import type { OwnField } from '../platform/app-jira';
import { isHidden } from '../access/error-reply';

/** A label that is stored, and the one that the object has now. */
export interface LabelChange {
  readonly from: string;
  readonly to: string;
}

type Relabeled =
  /** To be stored in its place; the changes of every level, each once. */
  | { readonly kind: 'outdated'; readonly value: object; readonly changes: readonly LabelChange[] }
  | { readonly kind: 'current' }
  /** The app can't read all of it, so only its author may change it. */
  | { readonly kind: 'unreadable' };

/**
 * The value with the current labels, in a cascade on every level, and otherwise as it is stored.
 * @param labelOf undefined for an object that is gone or can't be seen, which keeps its label
 */
export function relabel(
  kind: OwnField['kind'],
  stored: unknown,
  labelOf: (objectId: string) => string | undefined,
): Relabeled {
  const { objects, levels, isDamaged } = readValue(kind, stored);
  if (isDamaged) return { kind: 'unreadable' };
  const changes = new Map<string, LabelChange>();
  const renew = (held: readonly StoredObject[]) =>
    held.map(({ objectId, label: from }) => {
      const to = labelOf(objectId) ?? from;
      if (to !== from) changes.set(JSON.stringify([from, to]), { from, to });
      return { objectId, label: to };
    });
  const renewed = storedValueOf(renew(objects));
  const renewedLevels = levels.map((level) => ({ ...level, objects: renew(level.objects) }));
  if (changes.size === 0) return { kind: 'current' };
  const ofLevels = levels.length > 0 ? { levels: renewedLevels } : {};
  const value = { ...(stored as object), ...renewed, ...ofLevels };
  return { kind: 'outdated', value, changes: [...changes.values()] };
}

/** The ids of the objects of a value, in a cascade of every level. */
export function objectIdsIn(kind: OwnField['kind'], stored: unknown): string[] {
  const { objects, levels } = readValue(kind, stored);
  return [objects, ...levels.map((level) => level.objects)].flatMap((held) =>
    held.map(({ objectId }) => objectId),
  );
}

/** Reads a value of either field; one of an object field has no levels. */
export function readValue(kind: OwnField['kind'], stored: unknown) {
  return kind === 'cascade' ? readCascadeValue(stored) : { ...readStoredValue(stored), levels: [] };
}

export type LabelBook = ReturnType<typeof createLabelBook>;

/**
 * The labels that objects have now, by id; each is asked for once. For one slice of a job: a label may
 * have changed by the next one.
 */
export function createLabelBook(client: Client) {
  const known = new Map<string, Map<string, string | undefined>>();
  const unreadable = new Set<string>();

  return {
    /**
     * Asks for those that are not known yet, a hundred with each call.
     * @returns how to find a label: undefined for an object that is gone or can't be seen. Undefined
     *   where the workspace can't be read, or is gone
     * @throws {ServiceError}
     */
    async read(workspaceId: string, objectIds: readonly string[]) {
      const labels = known.get(workspaceId) ?? new Map<string, string | undefined>();
      known.set(workspaceId, labels);
      const asked = objectIds.map(objectKey).filter((key) => !labels.has(key));
      if (!unreadable.has(workspaceId) && asked.length > 0) await ask(workspaceId, asked, labels);
      if (unreadable.has(workspaceId)) return undefined;
      return (objectId: string) => labels.get(objectKey(objectId));
    },
  };

  async function ask(
    workspaceId: string,
    keys: readonly string[],
    labels: Map<string, string | undefined>,
  ): Promise<void> {
    try {
      const found = await lookUpObjects(client, { workspaceId, attributes: [] }, keys);
      for (const key of keys) labels.set(key, undefined);
      for (const { objectId, label } of found) labels.set(objectKey(objectId), label);
    } catch (error) {
      if (!isHidden(error)) throw error;
      unreadable.add(workspaceId);
    }
  }
}
