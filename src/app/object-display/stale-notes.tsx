import type { ShownObject } from '../objects/objects-contract';
import { storedLabel, type StoredObject, objectKey } from '../objects/stored-value';
import { TroubleText } from '../screen/loaded';
import { FirstFew } from './first-few';
import { isolated } from './formats';

const texts = {
  goneNamed: (label: string) => `${label}: deleted, or you don’t have access`,
  savedAsNamed: (label: string, savedLabel: string) => `${label}: saved as “${savedLabel}”`,
};

/** What became of an object since Jira stored it. */
interface StaleObject extends StoredObject {
  /** The label that Jira stores, where the object has another one now. */
  readonly savedLabel: string | undefined;
  readonly isGone: boolean;
}

export function StaleNotes({ objects }: { objects: readonly StaleObject[] }) {
  if (objects.length === 0) return null;
  return (
    <FirstFew items={objects} keyOf={({ objectId }) => objectId}>
      {({ label, savedLabel, isGone }) => (
        <TroubleText>
          {isGone || savedLabel === undefined
            ? texts.goneNamed(isolated(label))
            : texts.savedAsNamed(isolated(label), isolated(savedLabel))}
        </TroubleText>
      )}
    </FirstFew>
  );
}

/** Of stored objects those that are gone or have another label, given what the person sees now. */
export function staleObjects(
  stored: readonly StoredObject[],
  current: readonly ShownObject[],
): StaleObject[] {
  const labels = new Map(current.map(({ objectId, label }) => [objectKey(objectId), label]));
  return stored.flatMap(({ objectId, label: savedLabel }) => {
    const label = labels.get(objectKey(objectId));
    if (label === undefined) return { objectId, label: savedLabel, savedLabel, isGone: true };
    return storedLabel(label) === savedLabel ? [] : { objectId, label, savedLabel, isGone: false };
  });
}
