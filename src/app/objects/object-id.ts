/** As many ids as a function of the resolver takes in one call. */
export const maximumIdsPerCall = 1_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an object can have this id. A stored value may hold any text. */
export function isObjectId(text: string): boolean {
  return uuid.test(text);
}

/** Equal for ids of the same object: a UUID means the same in any case. */
export function objectKey(objectId: string): string {
  return isObjectId(objectId) ? objectId.toLowerCase() : objectId;
}

export function isSameObject(objectId: string, other: string): boolean {
  return objectKey(objectId) === objectKey(other);
}
