/** One object of the demo data, its values by attribute name. */
export interface DemoObject {
  readonly workspace: string;
  readonly type: string;
  /** Tells objects of the type apart; the object's id is derived from it. */
  readonly key: string;
  readonly createdAt: Date;
  /** As the API takes them. Undefined is no value, as an absent attribute is. */
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>;
}
