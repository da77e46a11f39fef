import { randomUUID } from 'node:crypto';
import { onlyRow, type Database } from '../../src/service/base/database/database';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { nameParts } from '../../src/service/model/values/searchable-text';
import { headersFor, searchObjects, type GeographyService } from './geography-service';
import { addWorkspaceOfTypes, type PlacedObject } from './other-workspaces';
import { besideAt, type Row } from './row';
import { timeBoth, timeInTurns, timeMs } from './timing';

const rounds = 60;
const manyTypes = { types: 300, attributes: 30 };

/** What it costs that a workspace has 300 types of 30 attributes, beside one of 10. */
export async function measureWideSchemas(service: GeographyService): Promise<Row[]> {
  const { url, database } = service;
  const wide = await addWorkspaceOfTypes(database, manyTypes);
  const narrow = await addWorkspaceOfTypes(database, { types: 1, attributes: 10 });
  await database.runScript('analyze');
  const read = ({ workspaceId, objectId }: PlacedObject) =>
    get(`${url}/public/v1/object/${objectId}`, workspaceId);
  const search = (query: string) => (placed: PlacedObject) =>
    searchObjects(url, placed.workspaceId, { query });
  const asked = [
    ['GET /object/{id}', read, 1.5],
    ['"Attribute 2" = "x" without a type', search('"Attribute 2" = "x"'), 2],
    ['Label ~ "on" without a type', search('Label ~ "on"'), 2],
  ] as const;
  const rows: Row[] = [];
  for (const [name, ask, bar] of asked) {
    const [wideMs, narrowMs] = await timeBoth(
      rounds,
      () => ask(wide),
      () => ask(narrow),
    );
    const title = `${name}, 300 types of 30 attributes, beside one of 10`;
    rows.push(besideAt(0.5, title, wideMs, narrowMs, bar));
  }
  return rows;
}

const roundsOfChange = 20;

/** The first request after a change of 300 types, and several at once. */
export async function measureSchemaChange({ url, database }: GeographyService): Promise<Row[]> {
  const { workspaceId, objectId } = await addWorkspaceOfTypes(database, manyTypes);
  await database.runScript('analyze');
  const read = () => get(`${url}/public/v1/object/${objectId}`, workspaceId);
  const firstMs = async (requests: number) => {
    await changeSchema(database, { workspaceId }, () => Promise.resolve());
    return timeMs(() => Promise.all(Array.from({ length: requests }, read)));
  };
  const [oneMs, fiveMs, byHandMs] = await timeInTurns(roundsOfChange, [
    () => firstMs(1),
    () => firstMs(5),
    () => timeMs(() => database.query(schemaByHand, [workspaceId])),
  ]);
  const name = 'first request after a change of 300 types of 30 attributes';
  return [
    besideAt(0.5, `${name}, beside reading them by hand`, oneMs, byHandMs, 1.5),
    besideAt(0.5, `five at once, beside the ${name}`, fiveMs, oneMs, 2),
  ];
}

const schemaByHand = `
  select type.id, type.name, type.description, json_agg(json_build_object(
    'id', attribute.id, 'name', attribute.name, 'description', attribute.description,
    'configuration', configuration, 'isLabel', is_label, 'code', attribute_type_code
  ) order by position, attribute.id) as attributes
  from type join attribute on attribute.workspace_id = $1 and type_id = type.id
  where type.workspace_id = $1 group by type.workspace_id, type.id`;

const roundsOfMembers = 150;

/** What it costs that a workspace has 10,000 members, beside 10. */
export async function measureMembers({ url, database }: GeographyService): Promise<Row[]> {
  const many = await addWorkspaceOfMembers(database, 10_000);
  const few = await addWorkspaceOfMembers(database, 10);
  await database.runScript('analyze');
  const read = ({ workspaceId, userId }: PlacedMember) =>
    get(`${url}/public/v1/user/${userId}`, workspaceId);
  const search = (queryOf: (placed: PlacedMember) => string) => (placed: PlacedMember) =>
    searchObjects(url, placed.workspaceId, { query: queryOf(placed) });
  const asked = [
    ['GET /user/{id}', read],
    ['a search that names a person', search(() => 'Owner = "Member 00007"')],
    ['a search by user("email")', search(({ email }) => `Owner = user("${email}")`)],
    ['a search by currentUser()', search(() => 'Owner = currentUser()')],
  ] as const;
  const rows: Row[] = [];
  for (const [name, ask] of asked) {
    const [manyMs, fewMs] = await timeBoth(
      roundsOfMembers,
      () => ask(many),
      () => ask(few),
    );
    rows.push(besideAt(0.5, `${name}, 10,000 members, beside 10`, manyMs, fewMs, 1.2));
  }
  return rows;
}

interface PlacedMember {
  readonly workspaceId: string;
  readonly userId: string;
  readonly email: string;
}

/** Adds a workspace with so many members besides the demo's admin. Returns the one to whom its only object belongs. */
async function addWorkspaceOfMembers(database: Database, members: number): Promise<PlacedMember> {
  const shape = { types: 1, attributes: 10 };
  const { workspaceId, objectId } = await addWorkspaceOfTypes(database, shape);
  const names = Array.from(
    { length: members },
    (_, index) => `Member ${String(index + 1).padStart(5, '0')}`,
  );
  await database.query(
    `with added as (
       insert into account (id, email, name, password_hash, name_words)
       select gen_random_uuid(), 'member-' || number || '@' || $1::uuid, name, 'none', words::tsvector
       from unnest($2::text[], $3::text[]) with ordinality as member (name, words, number) returning id
     )
     insert into membership (workspace_id, user_id) select $1, id from added`,
    [workspaceId, names, names.map(nameParts)],
  );
  const email = `member-7@${workspaceId}`;
  const byEmail = 'select id from account where email = $1';
  const { id: userId } = onlyRow(await database.query<{ id: string }>(byEmail, [email]));
  const attributeId = randomUUID();
  await changeSchema(database, { workspaceId }, async (transaction) => {
    await transaction.query(
      `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, position)
       select $1, $2, id, 'Owner', 'USER', 100 from type where workspace_id = $1`,
      [workspaceId, attributeId],
    );
    await transaction.query(
      `insert into object_value (workspace_id, id, object_id, attribute_id, position, value, user_id)
       values ($1, gen_random_uuid(), $2, $3, 0, $4::uuid, $4::uuid)`,
      [workspaceId, objectId, attributeId, userId],
    );
  });
  return { workspaceId, userId, email };
}

async function get(url: string, workspaceId: string): Promise<void> {
  const response = await fetch(url, { headers: headersFor(workspaceId) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}
