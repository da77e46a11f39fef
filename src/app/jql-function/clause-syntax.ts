import * as z from 'zod/mini';
import { fieldClause, isWritable, quoteJql } from '../jql/jql-text';
import type { JiraIssues } from '../platform/app-jira';
import type { KeyValueStore } from '../platform/storage';
import type { FoundField } from './find-field';
import { QueryRefused } from './query-refused';

/** How a property of a field can be written, such as `"cf[10010].ObjectId"`, in the order of preference. */
const spellingForms = ['quotedId', 'splitId', 'quotedName', 'splitName'] as const;
export type SpellingForm = (typeof spellingForms)[number];

/** One list of values; or one comparison for each value, joined by `OR` or `AND`. */
const comparison = z.enum(['list', 'joined']);
export type Comparison = z.infer<typeof comparison>;

const siteWays = z.object({
  /** What Jira takes, and finds values by; `none` where it takes none; undefined where that isn't known. */
  spelling: z.optional(z.enum([...spellingForms, 'none'])),
  in: comparison,
  'not in': comparison,
  /** Whether `is EMPTY` says the truth of a property, or of the whole field alone. */
  emptiness: z.enum(['property', 'field']),
});

/** How this site's Jira reads clauses over the objects of a field. */
export type SiteWays = z.infer<typeof siteWays>;

/** What is taken to be true of a site that nobody has checked: docs/platform-assumptions.md, 32, 33 and 43. */
export const assumedWays: SiteWays = { in: 'list', 'not in': 'list', emptiness: 'property' };

const storedWays = z.object({ version: z.literal(1), ways: siteWays });
const siteWaysKey = 'site-check:ways';

/** What "Check this site" found; the assumed ways before it, and where another version stored them. */
export async function findSiteWays(store: Pick<KeyValueStore, 'find'>): Promise<SiteWays> {
  // It only helps: without the store the assumptions hold, as before the check.
  const stored = await store.find(siteWaysKey).catch(() => undefined);
  return storedWays.safeParse(stored).data?.ways ?? assumedWays;
}

/** @throws {StoreError} */
export async function saveSiteWays(store: Pick<KeyValueStore, 'set'>, ways: SiteWays) {
  await store.set(siteWaysKey, { version: 1, ways } satisfies z.infer<typeof storedWays>);
}

/** What Jira takes in one fragment of a function, counted over the whole of it. */
export const maximumLiterals = 1_000;

/** How clauses over the objects of a field are written on a site: see `detectClauseSyntax`. */
interface ClauseSyntax {
  readonly fieldId: string;
  /** Such as `"cf[10010].ObjectId"`. */
  readonly spelling: string;
  readonly ways: SiteWays;
}

/**
 * The JQL that stands for a call of the function: work items whose field holds one of the objects, or
 * holds something and none of them. Without objects it is valid too, and finds none, or every work
 * item whose field has a value. A value that was written without the ids that JQL searches is in
 * neither, with objects or without.
 * @throws {RangeError} where an id can't be written in JQL
 * @see docs/platform-assumptions.md, 33 to 35
 */
export function fragmentOf(
  syntax: ClauseSyntax,
  operator: 'in' | 'not in',
  objectIds: readonly string[],
): string {
  if (objectIds.length > 0) return objectClause(syntax, operator, objectIds);
  const { fieldId, spelling, ways } = syntax;
  const field = fieldClause(fieldId);
  if (operator === 'in') return `${field} is EMPTY AND ${field} is not EMPTY`;
  return ways.emptiness === 'property' ? `${spelling} is not EMPTY` : `${field} is not EMPTY`;
}

/** As the site's Jira reads it: one list, or one comparison for each object, of which there is at least one. */
export function objectClause(
  { spelling, ways }: ClauseSyntax,
  operator: 'in' | 'not in',
  objectIds: readonly string[],
): string {
  const values = objectIds.map(quoteJql);
  if (ways[operator] === 'list') return `${spelling} ${operator} (${values.join(',')})`;
  return operator === 'in'
    ? values.map((value) => `${spelling} = ${value}`).join(' OR ')
    : values.map((value) => `${spelling} != ${value}`).join(' AND ');
}

export type NamedField = Pick<FoundField, 'fieldId' | 'name' | 'kind'>;

interface Dependencies {
  readonly jira: Pick<JiraIssues, 'acceptsQueries'>;
  readonly store: KeyValueStore;
}

const rememberedSeconds = 60 * 60;
const remembered = z.object({
  version: z.literal(1),
  spelling: z.string(),
  fieldName: z.string(),
  preferred: z.optional(z.enum(spellingForms)),
});

/** What of a field is compared: its objects, of a cascade on every level; or its stored labels. */
type FieldProperty = 'objects' | 'labels';

/**
 * How a clause over a field's objects is written in JQL; on a cascade it covers every level. Which way
 * Jira accepts is not documented, so it is asked, what "Check this site" found first, and the answer
 * kept for an hour. Where the check found that Jira accepts none, it is asked each time.
 * @see docs/platform-assumptions.md, 32
 * @throws {QueryRefused} where Jira accepts none
 * @throws {JiraError}
 */
export async function detectClauseSyntax(
  { jira, store }: Dependencies,
  field: NamedField,
  property: FieldProperty = 'objects',
): Promise<ClauseSyntax> {
  const { fieldId } = field;
  const ways = await findSiteWays(store);
  const key = `spelling:${fieldId}:${aliasOf(field, property)}`;
  // What is kept only saves a call: without the store Jira is asked.
  const known = remembered.safeParse(await store.find(key).catch(() => undefined)).data;
  const isGood = known?.fieldName === field.name && known.preferred === ways.spelling;
  if (isGood) return { fieldId, spelling: known.spelling, ways };
  const spelling = await askForSpelling(jira, field, { property, ways });
  if (ways.spelling !== 'none') {
    const row = { version: 1, spelling, fieldName: field.name, preferred: ways.spelling };
    await store.set(key, row, { ttlSeconds: rememberedSeconds }).catch(() => undefined);
  }
  return { fieldId, spelling, ways };
}

/** What Jira is asked about; no object has it. */
export const someObjectId = '00000000-0000-4000-8000-000000000000';

async function askForSpelling(
  jira: Dependencies['jira'],
  field: NamedField,
  { property, ways }: { readonly property: FieldProperty; readonly ways: SiteWays },
): Promise<string> {
  const written = spellingsOf(field, property);
  const preferred = spellingForms.filter((form) => form === ways.spelling);
  const forms = new Set([...preferred, ...spellingForms]);
  const candidates = [...forms].flatMap((form) => written.get(form) ?? []);
  const queries = candidates.map((spelling) =>
    objectClause({ fieldId: field.fieldId, spelling, ways }, 'in', [someObjectId]),
  );
  const accepted = await jira.acceptsQueries(queries);
  const spelling = candidates.find((_, index) => accepted[index]);
  if (spelling !== undefined) return spelling;
  throw notSearchable(field, ways);
}

/** Only the check of the site, which an admin runs, tells a field of no use to Jira's search from one that the app can't see. */
function notSearchable({ name }: NamedField, { spelling }: SiteWays): QueryRefused {
  const message = `Jira can’t search the objects of the field "${name}".`;
  return spelling === 'none'
    ? new QueryRefused(
        'SITE_NOT_SEARCHABLE',
        `${message} A Jira admin can check the site again under Workspace Data Service in Jira’s app settings.`,
      )
    : new QueryRefused(
        'FIELD_NOT_SEARCHABLE',
        `${message} A Jira admin can check that the field has a search template.`,
      );
}

/** As manifest.yml names them. The labels of a cascade are those of the level that its path ends on. */
function aliasOf({ kind }: NamedField, property: FieldProperty): string {
  if (property === 'labels') return 'Label';
  return kind === 'cascade' ? 'PathId' : 'ObjectId';
}

/**
 * Every way to write the property, by its form: by id first, as no rename changes it, and no other
 * field has it. Forms by a name that JQL can't write are left out.
 */
export function spellingsOf(
  field: NamedField,
  property: FieldProperty = 'objects',
): ReadonlyMap<SpellingForm, string> {
  const alias = aliasOf(field, property);
  const byId = fieldClause(field.fieldId);
  const { name } = field;
  const spellings = new Map<SpellingForm, string>([
    ['quotedId', quoteJql(`${byId}.${alias}`)],
    ['splitId', `${byId}.${alias}`],
  ]);
  if (!isWritable(name)) return spellings;
  return spellings
    .set('quotedName', quoteJql(`${name}.${alias}`))
    .set('splitName', `${quoteJql(name)}.${alias}`);
}
