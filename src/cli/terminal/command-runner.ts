import type { Surroundings } from '../apps/open-platform';
import { Chat } from '../assistant/chat';
import { asFailure } from '../shell/output';
import { deployProject, listApps, promoteProject } from './app-commands';
import { describeMode, readLine } from './modes';
import type { CommandName, Mode } from './modes';
import { saveAccess } from './save-access';
import type { Screen } from './screen';

/** Runs the lines of an interactive session, and knows in which mode it is. */
export class CommandRunner {
  #mode: Mode = 'main';
  readonly #chat: Chat;

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
      else if (intent.kind === 'unknown') this.#explainUnknown(intent.word);
    } catch (error) {
      const { code, message } = asFailure(error);
      if (code === 'interrupted') this.screen.print(message, 'faint');
      else this.screen.print(`✗ ${message}`, 'bad');
    }
  }

  #explainUnknown(word: string): void {
    const hint = this.#mode === 'main' ? ' To ask the assistant, type /nova first.' : '';
    this.screen.print(`There is no command ${word} here. Type /help to see them.${hint}`, 'bad');
  }

  async #runCommand(name: CommandName, signal: AbortSignal): Promise<void> {
    const { screen, surroundings } = this;
    switch (name) {
      case 'access':
        return saveAccess(surroundings, screen, signal);
      case 'nova':
        return this.#enter('chat');
      case 'app':
        return this.#enter('app');
      case 'clear':
        return screen.clear();
      case 'help':
        return screen.print(describeMode(this.#mode));
      case 'exit':
        return this.#mode === 'main' ? this.quit() : this.leaveMode();
      case 'new':
        return this.#chat.startAnew();
      case 'resume':
        return this.#chat.resume();
      case 'list':
        return listApps({ surroundings, screen, signal });
      case 'deploy':
        return deployProject({ surroundings, screen, signal });
      case 'promote':
        return promoteProject({ surroundings, screen, signal });
    }
  }

  #enter(mode: Mode): void {
    this.#mode = mode;
    this.screen.print(describeMode(mode), 'faint');
  }
}
