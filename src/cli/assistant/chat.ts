import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { chatLimits } from '../../api/assistant';
import type { ChatEvent } from '../../api/assistant';
import { ServiceError } from '../../api/client';
import type { Surroundings } from '../apps/platform-client';
import { createServiceClient } from '../bounded-fetch';
import {
  checkAddress,
  configurationFolder,
  getToken,
  refusedToken,
  tokenVariable,
} from '../configuration/configuration';
import { loadConfiguration, writePrivateFile } from '../configuration/configuration-file';
import { asCommandFailure, CommandFailure } from '../failure';
import { printable, printableLine, printableRefusal } from '../printable';
import type { Screen } from '../terminal/screen';
import { askAssistant, latestMessages } from './ask-assistant';
import type { AssistantAccess } from './ask-assistant';

/** The current conversation with the assistant, and earlier ones. */
export class Chat {
  #conversation = newConversation(nobody);
  /** The conversation that the person was told is trimmed. */
  #trimmedId = '';
  /** The token whose owner the service was asked for last. */
  #askedAbout = { token: '', userId: '' };

  constructor(
    private readonly surroundings: Surroundings,
    private readonly screen: Screen,
  ) {}

  /** Shows the answer as it arrives, and keeps what arrived. @throws {CommandFailure} */
  async ask(question: string, signal: AbortSignal): Promise<void> {
    const { access, directory, owner } = await this.#open(signal);
    this.#continueAs(owner);
    const messages = [...this.#conversation.messages, { role: 'user', content: question } as const];
    const sent = latestMessages(messages);
    if (sent.length < messages.length) this.#tellOfTrimming();
    let answer = '';
    try {
      for await (const event of askAssistant(access, sent, signal)) {
        answer += this.#show(event, answer === '' || answer.endsWith('\n'));
      }
    } finally {
      if (answer.trim() !== '') {
        const content = this.#asKept(answer.trim());
        const reply = { role: 'assistant', content } as const;
        this.#conversation = { ...this.#conversation, messages: [...messages, reply] };
        await this.#keep(directory);
      }
    }
  }

  /** What one person said in a workspace isn't sent as another person, or to another workspace. */
  #continueAs(owner: ConversationOwner): void {
    const { messages } = this.#conversation;
    if (belongsTo(this.#conversation, owner)) return;
    this.#conversation = newConversation(owner);
    if (messages.length === 0) return;
    this.screen.print(
      'You changed the token or the workspace, so this is a new conversation.',
      'faint',
    );
  }

  /** Once per conversation. */
  #tellOfTrimming(): void {
    if (this.#trimmedId === this.#conversation.id) return;
    this.#trimmedId = this.#conversation.id;
    this.screen.print(
      'This conversation is long: from now on the assistant sees only its latest part. /new starts a new one.',
      'faint',
    );
  }

  #asKept(answer: string): string {
    if (answer.length <= chatLimits.characters) return answer;
    this.screen.print('The answer is long: only its beginning is saved for /resume.', 'faint');
    return answer.slice(0, chatLimits.characters);
  }

  /** Starts again and discards what was said. */
  async startAnew(): Promise<void> {
    const { directory } = await loadConfiguration(this.surroundings.workingDirectory);
    const { id, messages } = this.#conversation;
    await discardConversation(directory, id);
    this.#conversation = newConversation(nobody);
    const discarded = messages.length > 0 ? 'The conversation was discarded. ' : '';
    this.screen.print(`${discarded}This is a new conversation.`, 'faint');
  }

  /**
   * Lets the person choose an earlier conversation of theirs in this workspace, and shows it.
   * @throws {CommandFailure}
   */
  async resume(signal: AbortSignal): Promise<void> {
    const { directory, owner } = await this.#open(signal);
    const earlier = (await listConversations(directory)).filter(
      (conversation) =>
        belongsTo(conversation, owner) &&
        conversation.id !== this.#conversation.id &&
        conversation.messages.length > 0,
    );
    if (earlier.length === 0) {
      this.screen.print('There are no earlier conversations.', 'faint');
      return;
    }
    const titles = earlier.map(
      ({ startedAt, messages }) =>
        `${startedAt.slice(0, 16).replace('T', ' ')}  ${printableLine(messages[0]?.content ?? '').slice(0, 60)}`,
    );
    const index = await this.screen.choose('Which conversation?', titles);
    const chosen = index === undefined ? undefined : earlier[index];
    if (chosen === undefined) return;
    this.#conversation = chosen;
    for (const { role, content } of chosen.messages) {
      this.screen.print(printable(content), role === 'user' ? 'typed' : 'plain');
    }
    this.screen.print(
      'This conversation continues. /new discards it. /exit keeps it for /resume.',
      'faint',
    );
  }

  async #open(signal: AbortSignal): Promise<{
    access: AssistantAccess;
    directory: string;
    owner: ConversationOwner;
  }> {
    const { workingDirectory, environment } = this.surroundings;
    const { configuration, directory } = await loadConfiguration(workingDirectory);
    const url = checkAddress(configuration.serviceUrl, 'The service address of the configuration');
    const environmentToken = environment[tokenVariable];
    const token = getToken(url, { configuration, environmentToken });
    const { workspaceId, userId } = configuration;
    if (workspaceId === '') {
      throw new CommandFailure(
        'token',
        'You haven’t chosen a workspace. Type /access to choose one. If you aren’t a member of any, ask an administrator of one to add you first.',
      );
    }
    const access = { url, token, workspaceId, environment };
    const isOwnerSaved = token.source === 'configuration' && userId !== '';
    const owner = {
      userId: isOwnerSaved ? userId : await this.#askForOwner(access, signal),
      workspaceId,
    };
    return { access, directory, owner };
  }

  /** Whose a token is that /access didn't save with its owner. The service is asked once. */
  async #askForOwner(
    { url, token, environment }: AssistantAccess,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#askedAbout.token === token.value) return this.#askedAbout.userId;
    try {
      const client = createServiceClient(url.href, token.value, environment);
      const { userId } = await client.tokens.current({ signal });
      this.#askedAbout = { token: token.value, userId };
      return userId;
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.code === 'unauthorized';
      throw isRefused ? refusedToken('The service', token) : asCommandFailure(error);
    }
  }

  /** A disk that is full or read-only doesn't take the answer away. */
  async #keep(directory: string): Promise<void> {
    try {
      await keepConversation(directory, this.#conversation);
    } catch {
      this.screen.print('This conversation couldn’t be saved, so /resume won’t list it.', 'faint');
    }
  }

  /** @returns what belongs to the answer */
  #show(event: ChatEvent, isAtLineStart: boolean): string {
    switch (event.kind) {
      case 'step':
        this.screen.progress(printableLine(event.text.slice(0, maximumStepCharacters)));
        return '';
      case 'text':
        this.screen.stream(printable(event.text));
        return event.text;
      case 'query': {
        const lineEnd = isAtLineStart ? '' : '\n';
        this.screen.stream(`${lineEnd}${headingOf(event)}${describeObjects(event)}`);
        // Labels are data: the assistant must not read them as its own words later.
        return `${lineEnd}${headingOf(event)}`;
      }
      case 'error':
        throw new CommandFailure('refused', printableRefusal(event.message));
      case 'done':
        return '';
    }
  }
}

/** Characters of a step that are shown: more of them only keep the terminal busy. */
const maximumStepCharacters = 300;

/** Until a question is asked, nobody owns the conversation. */
const nobody: ConversationOwner = { userId: '', workspaceId: '' };

type QueryEvent = Extract<ChatEvent, { kind: 'query' }>;

function headingOf({ query, total }: QueryEvent): string {
  const count = total === 1 ? '1 object' : `${total} objects`;
  return `  ${printable(query)}  (${count})\n`;
}

function describeObjects({ total, objects }: QueryEvent): string {
  const labels = objects.map(({ label }) => printableLine(label));
  const more =
    objects.length > 0 && total > objects.length ? [`and ${total - objects.length} more`] : [];
  return [...labels, ...more].map((line) => `    ${line}\n`).join('');
}

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
type Conversation = z.infer<typeof storedConversation>;
type ConversationOwner = Pick<Conversation, 'userId' | 'workspaceId'>;

const folderName = 'conversations';
const maximumConversations = 50;
const maximumConversationBytes = 4 * 1024 * 1024;

export function newConversation({ userId, workspaceId }: ConversationOwner): Conversation {
  const startedAt = new Date().toISOString();
  return { version: 2, id: randomUUID(), userId, workspaceId, startedAt, messages: [] };
}

function belongsTo(conversation: Conversation, owner: ConversationOwner): boolean {
  return conversation.workspaceId === owner.workspaceId && conversation.userId === owner.userId;
}

/** Keeps a conversation for later, readable for its owner only; if there are many, the oldest ones are removed. */
export async function keepConversation(directory: string, value: Conversation): Promise<void> {
  const folder = join(directory, configurationFolder, folderName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivateFile(join(folder, `${value.id}.json`), `${JSON.stringify(value)}\n`);
  const outdated = (await listConversations(directory)).slice(maximumConversations);
  for (const { id } of outdated) await discardConversation(directory, id);
}

async function discardConversation(directory: string, id: string): Promise<void> {
  await rm(join(directory, configurationFolder, folderName, `${id}.json`), { force: true });
}

/** The kept conversations, the latest first; files that can't be read are skipped. */
async function listConversations(directory: string): Promise<Conversation[]> {
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
      if ((await file.stat()).size > maximumConversationBytes) return undefined;
      return storedConversation.parse(JSON.parse(await file.readFile('utf8')));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
