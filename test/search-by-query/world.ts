/** What the service and Jira hold at one moment, as far as a search by query depends on it. */
export interface World {
  readonly objects: ReadonlyMap<string, ObjectFacts>;
  /** Where the field's two contexts point. */
  readonly sources: readonly TypeName[];
  readonly fieldName: string;
  readonly token: 'good' | 'none' | 'revoked';
}

export type TypeName = 'laptop' | 'phone';

export interface ObjectFacts {
  readonly type: TypeName;
  readonly label: string;
  readonly status: string;
}

export const fieldId = 'customfield_10050';
export const labels = ['MacBook Air', 'MacBook Pro', 'ThinkPad X1', 'Pixel 9'];
export const statuses = ['In use', 'In repair', 'Retired'];
/** How people name the field: by its names at different times, or by its id. */
export const fieldNames = ['Asset', 'Device'];
export const fieldArguments = [...fieldNames, fieldId, 'cf[10050]'];
/** Of every laptop; phones have no such attribute. */
export const shelfOfLaptops = 'North';

/** A query, and the same again as a predicate. */
export interface KnownQuery {
  readonly text: string;
  /** Other types lack an attribute that it names. */
  readonly onlyFor?: TypeName;
  readonly matches: (object: ObjectFacts) => boolean;
}

export const queries: readonly KnownQuery[] = [
  { text: 'Status = "In repair"', matches: ({ status }) => status === 'In repair' },
  { text: 'Status != Retired', matches: ({ status }) => status !== 'Retired' },
  { text: 'Label ~ "mac"', matches: ({ label }) => label.startsWith('Mac') },
  {
    text: 'Label ~ "think" or Status = Retired',
    matches: ({ label, status }) => label.startsWith('Think') || status === 'Retired',
  },
  { text: 'Shelf = North', onlyFor: 'laptop', matches: () => true },
  { text: 'Label ~ "zebra"', matches: () => false },
];

/** What stands for a call of the function: the objects that it found, or an error. */
export type Content =
  | { readonly kind: 'objects'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'error'; readonly says: string };

export const noToken = says('no access token is saved');
export const tokenRefused = says('doesn’t accept the app’s access token');
/** What takes the place of a result that is too old. */
export const noGoodToken = says('access token');
export const unknownField = says('There is no field');
const unknownAttribute = says('Unknown attribute “Shelf”');

/** What the service finds now; the credential and the field's name are not looked at. */
export function contentIn({ objects, sources }: World, query: KnownQuery): Content {
  const searched = sources.filter((type) => query.onlyFor === undefined || query.onlyFor === type);
  if (searched.length === 0) return unknownAttribute;
  const found = [...objects].filter(
    ([, object]) => searched.includes(object.type) && query.matches(object),
  );
  return { kind: 'objects', ids: new Set(found.map(([id]) => id)) };
}

export function isNameOf(argument: string, { fieldName }: World): boolean {
  return argument === fieldName || !fieldNames.includes(argument);
}

function says(text: string): Content {
  return { kind: 'error', says: text };
}
