import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import type { JiraIssues } from '../platform/unattended-jira';
import type { FoundField } from './find-field';
import { fieldClause, isWritable, quoteJql } from '../jql/jql-text';
import { QueryRefused } from './query-refused';

type NamedField = Pick<FoundField, 'fieldId' | 'name' | 'kind'>;

interface Dependencies {
  readonly jira: Pick<JiraIssues, 'acceptsQueries'>;
  readonly store: KeyValueStore;
}

const rememberedSeconds = 60 * 60;
const remembered = z.object({ spelling: z.string(), fieldName: z.string() });

/** What of a field is compared: its objects, of a cascade on every level; or its stored labels. */
export type FieldProperty = 'objects' | 'labels';

/**
 * How the clause over a field's objects is written in JQL, such as `"cf[10010].ObjectId"`; on a
 * cascade it covers every level. Which way Jira accepts is not documented, so it is asked, and the
 * answer kept for an hour.
 * @see docs/platform-assumptions.md, 32
 * @throws {QueryRefused} where Jira accepts none
 * @throws {JiraError}
 */
export async function findSpelling(
  { jira, store }: Dependencies,
  field: NamedField,
  property: FieldProperty = 'objects',
): Promise<string> {
  const alias = aliasOf(field, property);
  const key = `spelling:${field.fieldId}:${alias}`;
  // What is kept only saves a call: without the store Jira is asked.
  const known = remembered.safeParse(await store.find(key).catch(() => undefined)).data;
  if (known?.fieldName === field.name) return known.spelling;
  const spelling = await askForSpelling(jira, field, alias);
  const row = { spelling, fieldName: field.name };
  await store.set(key, row, { ttlSeconds: rememberedSeconds }).catch(() => undefined);
  return spelling;
}

const someObjectId = '00000000-0000-4000-8000-000000000000';

async function askForSpelling(
  jira: Dependencies['jira'],
  field: NamedField,
  alias: string,
): Promise<string> {
  const candidates = candidatesFor(field, alias);
  const queries = candidates.map((spelling) => `${spelling} in (${quoteJql(someObjectId)})`);
  const accepted = await jira.acceptsQueries(queries);
  const spelling = candidates.find((_, index) => accepted[index]);
  if (spelling !== undefined) return spelling;
  throw new QueryRefused(
    'FIELD_NOT_SEARCHABLE',
    `Jira can’t search the objects of the field "${field.name}". A Jira admin can check that the field has a search template.`,
  );
}

/** As manifest.yml names them. The labels of a cascade are those of the level that its path ends on. */
function aliasOf({ kind }: NamedField, property: FieldProperty): string {
  if (property === 'labels') return 'Label';
  return kind === 'cascade' ? 'PathId' : 'ObjectId';
}

/** By id first: no rename changes it, and no other field has it. */
function candidatesFor({ fieldId, name }: NamedField, alias: string): string[] {
  const byId = fieldClause(fieldId);
  const byName = isWritable(name)
    ? [quoteJql(`${name}.${alias}`), `${quoteJql(name)}.${alias}`]
    : [];
  return [quoteJql(`${byId}.${alias}`), `${byId}.${alias}`, ...byName];
}
