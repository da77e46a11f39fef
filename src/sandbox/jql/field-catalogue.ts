import { notModelled } from '../jira/jira-error';
import { appFields } from './app-fields';
import type { SearchedAppField } from './app-fields';
import { spellingOf } from './property-spelling';
import type { PropertySpelling } from './property-spelling';
import type { SearchContext, SearchField } from './search-field';
import { fieldsNotModelled, systemFields } from './system-fields';
import type { SystemField } from './system-fields';
import type { FieldReference } from './tree';

/** All fields that a query can name. */
export class FieldCatalogue {
  readonly systemFields: readonly SystemField[];
  readonly appFields: readonly SearchedAppField[];
  readonly #context: SearchContext;
  readonly #spellings: ReadonlySet<PropertySpelling>;

  constructor(context: SearchContext, spellings: ReadonlySet<PropertySpelling>) {
    this.#context = context;
    this.systemFields = systemFields(context);
    this.appFields = appFields(context);
    this.#spellings = spellings;
  }

  /**
   * Returns the fields that a name means: none if it is unknown, several if custom fields
   * share a name.
   * @throws {JiraError} 501 for a field of Jira that the sandbox does not model.
   */
  find(reference: FieldReference): readonly SearchField[] {
    if (reference.bracketed !== undefined) {
      return this.#findProperties(reference, reference.name, reference.bracketed);
    }
    const found = reference.isSplit ? [] : this.#findWhole(reference.name.toLowerCase());
    if (found.length > 0) return found;
    const properties = this.#findDotted(reference);
    if (properties.length === 0 && fieldsNotModelled.has(reference.name.toLowerCase())) {
      throw notModelled(`the JQL field '${reference.name}'`);
    }
    return properties;
  }

  #findWhole(name: string): readonly SearchField[] {
    const system = this.systemFields.find(({ clauseNames }) => clauseNames.includes(name));
    return system ? [system] : this.#findOwners(name).map(({ whole }) => whole);
  }

  /** The custom fields of a name or, whatever others are called, the one of an id. */
  #findOwners(name: string): readonly SearchedAppField[] {
    const byId = this.appFields.filter(
      ({ clauseName, field }) => name === clauseName || name === field.id,
    );
    if (byId.length > 0) return byId;
    return this.appFields.filter(({ field }) => field.name.toLowerCase() === name);
  }

  /** A name and an alias may both hold dots: every place to part them is tried. */
  #findDotted(reference: FieldReference): readonly SearchField[] {
    const { name } = reference;
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const found = this.#findProperties(reference, name.slice(0, dot), name.slice(dot + 1));
      if (found.length > 0) return found;
    }
    return [];
  }

  #findProperties(reference: FieldReference, owner: string, alias: string): readonly SearchField[] {
    const name = owner.toLowerCase();
    const spelling = spellingOf(reference, /^cf\[\d+\]$/.test(name));
    if (!this.#spellings.has(spelling)) return [];
    const found = this.#findOwners(name).flatMap(
      ({ properties }) => properties.get(alias.toLowerCase()) ?? [],
    );
    const isIdle = this.#context.properties.idleSpellings.has(spelling);
    return isIdle ? found.map((field) => ({ ...field, appliesTo: () => false })) : found;
  }
}
