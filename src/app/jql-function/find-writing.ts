import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import type { JiraIssues } from '../platform/app-jira';
import type { FoundField } from './find-field';
import { fieldClause, isWritable, quoteJql } from '../jql/jql-text';
import { objectClause, type ClauseSyntax } from './fragment';
import { QueryRefused } from './query-refused';
import { findSiteWays, spellingForms, type SiteWays, type SpellingForm } from './site-ways';

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
  /** The form that was asked about first. */
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
