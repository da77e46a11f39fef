import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bareAddress, isEmailAddress } from '../../api/email-address';
import { isVisible, visibleText } from '../../api/visible-text';
import { hashPassword, findPasswordProblem } from '../accounts/password';
import { findAccountWithPassword } from '../accounts/people';
import type { Database, Queryable } from '../base/database/database';
import { recordChanges } from '../model/history/record-changes';
import { insertWorkspace } from '../model/permissions/workspace-view';
import { noPasswordYet, readMemberships } from '../model/resources/members';
import { fillTakenNames, takeName } from '../model/resources/taken-names';
import { normalizeEmail } from '../model/values/email-spellings';
import { foldName } from '../model/values/folded-name';
import type { Named } from '../model/values/folded-name';
import { foldingVersion } from '../model/values/foldings';
import { nameParts } from '../model/values/searchable-text';

interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  /** The name of the workspace; it is created where there is none. */
  readonly workspace: string;
  /** Asked only for an account that has none: a new one, and one that was invited. */
  readonly readPassword: () => Promise<string>;
}

interface Administrator {
  readonly workspace: ObtainedWorkspace;
  readonly email: string;
  readonly isNew: boolean;
}

/** What is wrong with what was asked for; the message says what to do. */
export class AdministratorRefusal extends Error {
  override readonly name = 'AdministratorRefusal';
}

/**
 * Makes a person the administrator of a workspace, and creates both as far as they are not there.
 * A link that invited the person stops working then: others may have it.
 * @returns the workspace, whether it was created, the account's address, and whether it got its password here
 * @throws AdministratorRefusal
 */
export async function createAdministrator(
  database: Database,
  { email, name, workspace: workspaceName, readPassword }: NewAdministrator,
): Promise<Administrator> {
  if (!isEmailAddress(bareAddress(email))) throw new AdministratorRefusal('Give an email address.');
  if (!isVisible(name) || !isVisible(workspaceName)) {
    throw new AdministratorRefusal('Give a name for the person and for the workspace.');
  }
  await fillTakenNames(database);
  const existing = await findAccountWithPassword(database, email);
  const storedEmail = existing?.email ?? normalizeEmail(email);
  const isNew = existing === undefined || existing.passwordHash === noPasswordYet;
  const passwordHash = isNew ? await hashNewPassword(readPassword) : existing.passwordHash;
  return database.transaction(async (transaction) => {
    const accountId = existing?.id ?? randomUUID();
    await transaction.query(
      `insert into account (id, email, name, password_hash, name_words, name_folding)
       values ($1, $2, $3, $4, $5::tsvector, ${foldingVersion})
       on conflict (id) do update set password_hash = excluded.password_hash`,
      [accountId, storedEmail, visibleText(name), passwordHash, nameParts(name)],
    );
    await transaction.query('delete from invitation where account_id = $1', [accountId]);
    const workspace = await obtainWorkspace(transaction, visibleText(workspaceName));
    await makeAdministrator(transaction, workspace.id, accountId);
    if (isNew) {
      await transaction.query('update account set origin_workspace_id = $2 where id = $1', [
        accountId,
        workspace.id,
      ]);
    }
    return { workspace, email: storedEmail, isNew };
  });
}

async function makeAdministrator(
  transaction: Queryable,
  workspaceId: string,
  id: string,
): Promise<void> {
  const before = (await readMemberships(transaction, { userId: id })).find(
    (each) => each.id === workspaceId,
  );
  const role = 'administrator';
  if (before?.role === role) return;
  await transaction.query(
    `insert into membership (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict (workspace_id, user_id) do update set role = excluded.role`,
    [workspaceId, id, role],
  );
  const change =
    before === undefined
      ? ({ action: 'create', after: { role } } as const)
      : ({ action: 'change', before: { role: before.role }, after: { role } } as const);
  const author = { workspaceId, caller: undefined };
  await recordChanges(transaction, author, [{ kind: 'person', id, ...change }], new Date());
}

async function hashNewPassword(readPassword: () => Promise<string>): Promise<string> {
  const password = await readPassword();
  const problem = findPasswordProblem(password);
  if (problem !== undefined) throw new AdministratorRefusal(problem);
  return hashPassword(password);
}

interface ObtainedWorkspace {
  readonly id: string;
  /** As it is stored: the letters that were given may be small or capital. */
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * What is equal in Unicode counts as the same, whatever its case, unless a workspace has the name exactly.
 * @throws AdministratorRefusal if several workspaces have the name
 */
async function obtainWorkspace(transaction: Queryable, name: string): Promise<ObtainedWorkspace> {
  const alike = await readWorkspacesCalled(transaction, name);
  const exact = alike.filter((workspace) => workspace.name === name);
  const found = exact.length > 0 ? exact : alike;
  if (found.length > 1) {
    throw new AdministratorRefusal(
      `Several workspaces are called "${name}". Their administrators can add people at /account/people.`,
    );
  }
  const [workspace] = found;
  if (workspace !== undefined) return { ...workspace, isNew: false };
  const created = { id: randomUUID(), name };
  // Nobody else has it: whoever took it since then is seen once the name is locked.
  if (!(await takeName(transaction, { workspaceId: created.id, kind: 'workspace' }, created))) {
    return obtainWorkspace(transaction, name);
  }
  await insertWorkspace(transaction, created);
  return { ...created, isNew: true };
}

async function readWorkspacesCalled(transaction: Queryable, name: string): Promise<Named[]> {
  const all = await transaction.query<Named>('select id, name from workspace order by id');
  const folded = foldName(name);
  return all.filter((workspace) => foldName(workspace.name) === folded);
}

/**
 * Asks for a password without showing it; where no one types, it is the first line of the input.
 * @returns what was typed; empty if the input ended before
 */
export async function readPassword(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<string> {
  if (!input.isTTY) return (await text(input)).split(/\r?\n/)[0] ?? '';
  output.write('Password: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal: true, historySize: 0 });
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}
