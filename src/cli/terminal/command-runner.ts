import { chatLimits } from '../../api/assistant';
import type { Surroundings } from '../apps/platform-client';
import { Chat } from '../assistant/chat';
import { asFailure } from '../shell/output';
import { deployHere, listApps, promoteHere } from './app-commands';
import { describeMode, readLine } from './modes';
import type { CommandName, Mode } from './modes';
import { saveAccess } from './save-access';
import type { Screen } from './screen';

/** Runs the lines of an interactive session, and knows in which mode it is. */
export class CommandRunner {
  #mode: Mode = 'main';
  #chat: Chat;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly screen: Screen,
    private readonly quit: () => void,
  ) {
    this.#chat = new Chat(surroundings, screen);
  }

  get mode(): Mode {
    return this.#mode;
  }

  leaveMode(): void {
    this.#mode = 'main';
  }

  /** Runs a line; what goes wrong is shown, never thrown. */
  async run(line: string, signal: AbortSignal): Promise<void> {
    const intent = readLine(this.#mode, line);
    try {
      if (intent.kind === 'command') await this.#runCommand(intent.name, signal);
      else if (intent.kind === 'question') await this.#chat.ask(intent.text, signal);
      else if (intent.kind === 'tooLong') this.#giveBack(intent.text);
      else if (intent.kind === 'unknown') this.#explainUnknown();
    } catch (error) {
      const { code, message } = asFailure(error);
      if (code === 'interrupted') this.screen.print(message, 'faint');
      else this.screen.print(`✗ ${message}`, 'bad');
    }
  }

  #giveBack(question: string): void {
    const [length, most] = [question.length, chatLimits.characters].map((count) =>
      count.toLocaleString('en'),
    );
    this.screen.print(
      `✗ Your question has ${length} characters, and the assistant takes up to ${most}. Shorten it, then press Enter.`,
      'bad',
    );
    this.screen.putBack(question);
  }

  /** Doesn't repeat the line, which may be a token. */
  #explainUnknown(): void {
    const hint = this.#mode === 'main' ? ' To ask the assistant, type /nova first.' : '';
    const explanation = 'That isn’t a command here. Type /help to see the commands.';
    this.screen.print(explanation + hint, 'bad');
  }

  async #runCommand(name: CommandName, signal: AbortSignal): Promise<void> {
    const { screen, surroundings } = this;
    switch (name) {
      case 'access':
        await saveAccess(surroundings, screen, signal);
        break;
      case 'nova':
        // Leaving the chat ended the conversation: /resume lists it.
        this.#chat = new Chat(surroundings, screen);
        this.#enter('chat');
        break;
      case 'app':
        this.#enter('app');
        break;
      case 'clear':
        screen.clear();
        break;
      case 'help':
        screen.print(describeMode(this.#mode, screen.hasMenu));
        break;
      case 'exit':
        if (this.#mode === 'main') this.quit();
        else this.leaveMode();
        break;
      case 'new':
        await this.#chat.startAnew();
        break;
      case 'resume':
        await this.#chat.resume(signal);
        break;
      case 'list':
        await listApps({ surroundings, screen, signal });
        break;
      case 'deploy':
        await deployHere({ surroundings, screen, signal });
        break;
      case 'promote':
        await promoteHere({ surroundings, screen, signal });
    }
  }

  #enter(mode: Mode): void {
    this.#mode = mode;
    this.screen.print(describeMode(mode, this.screen.hasMenu), 'faint');
  }
}
