import type { Queryable } from '../../src/service/base/database/database';
import { takeName } from '../../src/service/model/resources/taken-names';
import { nameParts } from '../../src/service/model/values/searchable-text';

/** An account that has chosen a password. Nobody can sign in with it, unless the hash of a password is given. */
export async function insertAccount(
  database: Queryable,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  passwordHash = 'chosen',
): Promise<void> {
  await database.query(
    `insert into account (id, email, name, password_hash, name_words)
     values ($1, $2, $3, $4, $5::tsvector)`,
    [id, email, name, passwordHash, nameParts(name)],
  );
}

interface TypeRow {
  readonly id: string;
  readonly name: string;
  /** In their order; the first one is the label. */
  readonly attributes: readonly {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    readonly configuration?: object | undefined;
  }[];
}

export async function insertType(
  database: Queryable,
  workspaceId: string,
  type: TypeRow,
): Promise<void> {
  await takeName(database, { workspaceId, kind: 'type' }, type);
  await database.query('insert into type (id, workspace_id, name) values ($1, $2, $3)', [
    type.id,
    workspaceId,
    type.name,
  ]);
  for (const [position, { id, name, code, configuration }] of type.attributes.entries()) {
    await database.query(
      `insert into attribute
         (workspace_id, id, type_id, name, attribute_type_code, configuration, is_label, position)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
      [
        ...[workspaceId, id, type.id, name, code],
        configuration === undefined ? null : JSON.stringify(configuration),
        position === 0,
        position,
      ],
    );
  }
}

export async function insertGroup(
  database: Queryable,
  workspaceId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await takeName(database, { workspaceId, kind: 'group' }, { id, name });
  await database.query('insert into user_group (workspace_id, id, name) values ($1, $2, $3)', [
    workspaceId,
    id,
    name,
  ]);
}

/** An upload that nothing holds yet. */
export async function insertContent(
  database: Queryable,
  workspaceId: string,
  key: string,
  fileName: string,
): Promise<void> {
  await database.query(
    `insert into content (key, workspace_id, file_name, content_type, file_size, created_at)
     values ($1, $2, $3, 'image/jpeg', 2048, now())`,
    [key, workspaceId, fileName],
  );
}

/** As of a database that an earlier version has used. */
export async function forgetFolding(database: Queryable): Promise<void> {
  await database.query("delete from migration where name like 'folding-%'");
}
