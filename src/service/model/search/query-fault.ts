import type { Location } from '../../../query';

/** What the text of a query cannot mean here: an unknown name, a value of the wrong kind. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault';

  constructor(
    message: string,
    readonly location: Location,
  ) {
    super(message);
  }
}
