/**
 * Why the key-value store does not do what the app asks for.
 * @see https://developer.atlassian.com/platform/forge/storage-reference/kvs-errorhandling/
 */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function badRequest(code: string, message: string): StorageRefusal {
  return new StorageRefusal(400, code, message);
}

export function keyNotFound(): StorageRefusal {
  return new StorageRefusal(404, 'KEY_NOT_FOUND', 'The specified key does not exist.');
}

export function keyConflict(): StorageRefusal {
  return new StorageRefusal(409, 'KEY_CONFLICT', 'The specified key exists already.');
}

/** Loud, so that nobody builds on what the sandbox would do otherwise than the platform. */
export function storageNotModelled(what: string): StorageRefusal {
  return new StorageRefusal(501, 'NOT_MODELLED', `The sandbox does not model ${what}.`);
}
