import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { chatLimits } from '../../api/assistant';
import { configurationFolder } from '../configuration/configuration-file';
import { writePrivateFile } from '../configuration/private-file';

const storedMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().min(1).max(chatLimits.characters),
});

const storedConversation = z.object({
  version: z.literal([1, 2]),
  id: z.uuid(),
  /**
   * Whose it is, and the workspace that it is about; empty in version 1. Nobody’s list shows one
   * without an owner.
   */
  userId: z.string().default(''),
  workspaceId: z.string().default(''),
  startedAt: z.string(),
  messages: z.array(storedMessage),
});
export type Conversation = z.infer<typeof storedConversation>;
export type ConversationOwner = Pick<Conversation, 'userId' | 'workspaceId'>;

const folderName = 'conversations';
const keptConversations = 50;
const longestFileBytes = 4 * 1024 * 1024;

export function newConversation({ userId, workspaceId }: ConversationOwner): Conversation {
  const startedAt = new Date().toISOString();
  return { version: 2, id: randomUUID(), userId, workspaceId, startedAt, messages: [] };
}

export function belongsTo(conversation: Conversation, owner: ConversationOwner): boolean {
  return conversation.workspaceId === owner.workspaceId && conversation.userId === owner.userId;
}

/** Keeps a conversation for later, readable for its owner only; if there are many, the oldest ones are removed. */
export async function keepConversation(directory: string, value: Conversation): Promise<void> {
  const folder = join(directory, configurationFolder, folderName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivateFile(join(folder, `${value.id}.json`), `${JSON.stringify(value)}\n`);
  const outdated = (await listConversations(directory)).slice(keptConversations);
  for (const { id } of outdated) await discardConversation(directory, id);
}

export async function discardConversation(directory: string, id: string): Promise<void> {
  await rm(join(directory, configurationFolder, folderName, `${id}.json`), { force: true });
}

/** The kept conversations, the latest first; files that can't be read are skipped. */
export async function listConversations(directory: string): Promise<Conversation[]> {
  const folder = join(directory, configurationFolder, folderName);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const found = await Promise.all(files.map((name) => findConversation(join(folder, name))));
  return found
    .filter((conversation) => conversation !== undefined)
    .sort((one, other) => other.startedAt.localeCompare(one.startedAt));
}

async function findConversation(path: string): Promise<Conversation | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if ((await file.stat()).size > longestFileBytes) return undefined;
      return storedConversation.parse(JSON.parse(await file.readFile('utf8')));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
