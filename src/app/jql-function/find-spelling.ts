import * as z from 'zod';
import type { KeyValueStore } from '../platform/storage';
import type { UnattendedJira } from '../platform/unattended-jira';
import type { FoundField } from './find-field';
import { fieldClause, isWritable, quoteJql } from '../jql/jql-text';
import { QueryRefused } from './query-refused';

type NamedField = Pick<FoundField, 'fieldId' | 'name' | 'kind'>;

interface Dependencies {
  readonly jira: UnattendedJira;
  readonly store: KeyValueStore;
}

const rememberedSeconds = 60 * 60;
const remembered = z.object({ spelling: z.string(), fieldName: z.string() });

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
): Promise<string> {
  const key = `spelling:${field.fieldId}`;
  // What is kept only saves a call: without the store Jira is asked.
  const known = remembered.safeParse(await store.find(key).catch(() => undefined)).data;
  if (known?.fieldName === field.name) return known.spelling;
  const spelling = await askForSpelling(jira, field);
  const row = { spelling, fieldName: field.name };
  await store.set(key, row, { ttlSeconds: rememberedSeconds }).catch(() => undefined);
  return spelling;
}

const someObjectId = '00000000-0000-4000-8000-000000000000';

async function askForSpelling(jira: UnattendedJira, field: NamedField): Promise<string> {
  const candidates = candidatesFor(field);
  const queries = candidates.map((spelling) => `${spelling} in (${quoteJql(someObjectId)})`);
  const accepted = await jira.acceptsQueries(queries);
  const spelling = candidates.find((_, index) => accepted[index]);
  if (spelling !== undefined) return spelling;
  throw new QueryRefused(
    'FIELD_NOT_SEARCHABLE',
    `Jira can’t search the objects of the field "${field.name}". A Jira admin can check that the field has a search template.`,
  );
}

/** By id first: no rename changes it, and no other field has it. */
function candidatesFor({ fieldId, name, kind }: NamedField): string[] {
  const alias = kind === 'cascade' ? 'PathId' : 'ObjectId';
  const byId = fieldClause(fieldId);
  const byName = isWritable(name)
    ? [quoteJql(`${name}.${alias}`), `${quoteJql(name)}.${alias}`]
    : [];
  return [quoteJql(`${byId}.${alias}`), `${byId}.${alias}`, ...byName];
}
