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
  /** Where the query is for several types: those that have it. */
  readonly typeNames?: readonly string[];
}

interface KnownType {
  readonly name: string;
  readonly attributes: readonly KnownAttribute[];
}

/** The attributes of all types, each once by name and type of its values. */
export function attributesOfAll(types: readonly KnownType[]): KnownAttribute[] {
  const known = new Map<string, KnownAttribute & { typeNames: string[] }>();
  for (const type of types) {
    for (const { name, attributeTypeCode } of type.attributes) {
      const key = JSON.stringify([name, attributeTypeCode]);
      const { typeNames } = known.get(key) ?? { typeNames: [] };
      known.set(key, { name, attributeTypeCode, typeNames: [...typeNames, type.name] });
    }
  }
  return [...known.values()];
}
