type RefusalCode =
  | 'UNREADABLE_CALL'
  | 'UNKNOWN_FIELD'
  | 'AMBIGUOUS_FIELD'
  | 'FOREIGN_FIELD'
  | 'FIELD_NOT_CONFIGURED'
  | 'FIELD_NOT_SEARCHABLE'
  | 'SITE_NOT_SEARCHABLE'
  | 'INVALID_QUERY'
  | 'TOO_MANY_OBJECTS'
  | 'TOO_MANY_SOURCES'
  | 'NO_ACCESS'
  | 'NO_TOKEN'
  | 'TOKEN_REFUSED'
  | 'SERVICE_BUSY'
  | 'TOO_MANY_SEARCHES'
  | 'TOO_SLOW';

/** Why a call of the function has no result, and what to do, in words for the person who searches. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused';
  /** As the message, and with what only people who may read the objects should know. */
  readonly detail: string;

  /** @param message everyone who searches reads it: it says nothing of what the service holds */
  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions & { readonly detail?: string },
  ) {
    super(message, options);
    this.detail = options?.detail ?? message;
  }
}
