import { toStorable } from '../../base/refusals/storable-inputs';

/** How a reader looks at one table. */
export interface TableState {
  /** As typed. Empty: all objects. */
  readonly search: string;
  readonly sort: ShownSort | undefined;
  /** From 1. */
  readonly page: number;
}

export interface ShownSort {
  /** The id of an attribute, or `label`. */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Of a search that is carried out. */
export const maximumSearchLength = 200;
/** Of one that is shown again, so that it can be shortened. */
export const maximumTypedLength = 2_000;
const maximumPage = 100_000;
/** Of the 20 blocks that a page may have. Each link repeats what is kept. */
const parameterName = /^1?\d\.(?:search|sort|page)$/;
const start: TableState = { search: '', sort: undefined, page: 1 };

/**
 * How a reader looks at the tables of a page, as the query of its address: `?0.search=mac&2.page=3`.
 * What it can't mean is left out, so that every address shows something.
 */
export class PageState {
  readonly #parameters: URLSearchParams;

  /** @param query with or without the question mark */
  constructor(query: string) {
    const given = new URLSearchParams(query);
    const names = new Set([...given.keys()].filter((name) => parameterName.test(name)));
    this.#parameters = new URLSearchParams(
      [...names].map((name) => [name, (given.get(name) ?? '').slice(0, maximumTypedLength)]),
    );
  }

  /** @param index the place of the table on its page */
  of(index: number): TableState {
    const read = (name: string) => this.#parameters.get(`${index}.${name}`) ?? '';
    const [, direction, by] = /^(-?)([\w-]{1,64})$/.exec(read('sort')) ?? [];
    const page = Number(read('page'));
    return {
      search: toStorable(read('search')),
      sort: by === undefined ? undefined : { by, isDescending: direction === '-' },
      page: Number.isInteger(page) && page >= 1 && page <= maximumPage ? page : start.page,
    };
  }

  /** The address of the same page with one table looked at in another way. */
  addressWith(index: number, change: Partial<TableState>): string {
    const { search, sort, page } = { ...this.of(index), ...change };
    const parameters = new URLSearchParams(this.others(index));
    if (search !== '' && search.length <= maximumSearchLength)
      parameters.set(`${index}.search`, search);
    if (sort !== undefined) parameters.set(`${index}.sort`, nameSort(sort));
    if (page > 1) parameters.set(`${index}.page`, String(page));
    return `?${parameters.toString()}#block-${index}`;
  }

  /** What is said of the other tables, as names and values; nothing that is too long to search for. */
  others(index: number): [string, string][] {
    return [...this.#parameters].filter(
      ([name, value]) => !name.startsWith(`${index}.`) && value.length <= maximumSearchLength,
    );
  }
}

export function nameSort({ by, isDescending }: ShownSort): string {
  return `${isDescending ? '-' : ''}${by}`;
}
