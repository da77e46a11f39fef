/** What a query can refer to. */
export interface QueryVocabulary {
  readonly attributes: readonly KnownAttribute[];
  /** Where the query has to say which type it is about; empty where that is configured. */
  readonly typeNames: readonly string[];
  /** Names of the levels before the one that the query is for. */
  readonly earlierLevels: readonly string[];
}

export interface KnownAttribute {
  readonly name: string;
  readonly attributeTypeCode: string;
  /** More than one where types have attributes of one name; none of what every object has. */
  readonly attributeIds: readonly string[];
  /** Where the query is for several types: those that have it. */
  readonly typeNames?: readonly string[];
}

interface WithAttributes {
  readonly attributes: readonly {
    readonly id: string;
    readonly name: string;
    readonly attributeTypeCode: string;
  }[];
}

interface ReadType extends WithAttributes {
  readonly name: string;
}

/** Each once by name and type of its values; several types may be behind one reference. */
export function attributesOf(behind: WithAttributes | undefined): KnownAttribute[] {
  const known = new Map<string, KnownAttribute>();
  for (const { id, name, attributeTypeCode } of behind?.attributes ?? []) {
    const key = JSON.stringify([name, attributeTypeCode]);
    const { attributeIds = [] } = known.get(key) ?? {};
    known.set(key, { name, attributeTypeCode, attributeIds: [...attributeIds, id] });
  }
  return [...known.values()];
}

/** The attributes of all types, each once by name and type of its values. */
export function attributesOfAll(types: readonly ReadType[]): KnownAttribute[] {
  const known = new Map<string, KnownAttribute>();
  for (const type of types) {
    for (const attribute of attributesOf(type)) {
      const key = JSON.stringify([attribute.name, attribute.attributeTypeCode]);
      const { attributeIds = [], typeNames = [] } = known.get(key) ?? {};
      known.set(key, {
        ...attribute,
        attributeIds: [...attributeIds, ...attribute.attributeIds],
        typeNames: [...typeNames, type.name],
      });
    }
  }
  return [...known.values()];
}
