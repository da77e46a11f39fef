/** A part of the description, as JSON has it. */
export interface JsonObject {
  readonly [key: string]: Json;
}
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
