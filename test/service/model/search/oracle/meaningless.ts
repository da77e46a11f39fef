/** The query has no meaning for this caller: the service refuses it. */
export class Meaningless extends Error {}
