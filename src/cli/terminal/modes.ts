import { chatLimits } from '../../api/assistant';

/** One command of a mode: typed with a slash, or as a bare word. */
export interface ModeCommand {
  readonly name: string;
  readonly description: string;
}

export type Mode = 'main' | 'chat' | 'app';

/** In every mode, because a token can be missing or revoked in each of them. */
const access = { name: 'access', description: 'Save your personal access token' } as const;

export const commandsOf = {
  main: [
    access,
    { name: 'nova', description: 'Chat with the assistant' },
    { name: 'app', description: 'Deploy, promote and list your apps' },
    { name: 'clear', description: 'Clear the screen' },
    { name: 'help', description: 'Show what you can do here' },
    { name: 'exit', description: 'Quit' },
  ],
  chat: [
    { name: 'new', description: 'Start a new conversation and discard this one' },
    { name: 'resume', description: 'Continue a previous conversation' },
    access,
    { name: 'help', description: 'Show what you can do here' },
    { name: 'exit', description: 'Go back to the main prompt' },
  ],
  app: [
    { name: 'list', description: 'List your apps: name, status, app key' },
    { name: 'deploy', description: 'Deploy ./build with ./manifest.yaml' },
    { name: 'promote', description: 'Give customers the version in ./manifest.yaml' },
    access,
    { name: 'help', description: 'Show what you can do here' },
    { name: 'exit', description: 'Go back to the main prompt' },
  ],
} as const satisfies Record<Mode, readonly ModeCommand[]>;

export type CommandName = (typeof commandsOf)[Mode][number]['name'];

export const promptOf: Readonly<Record<Mode, string>> = {
  main: 'wds',
  chat: 'nova',
  app: 'app',
};

type Intent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'command'; readonly name: CommandName }
  | { readonly kind: 'question'; readonly text: string }
  /** A question that the assistant doesn't take. */
  | { readonly kind: 'tooLong'; readonly text: string }
  | { readonly kind: 'unknown' };

/** Reads a line: a command with or without its slash; in the chat anything else is a question. */
export function readLine(mode: Mode, line: string): Intent {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  const word = text.replace(/^\//, '').toLowerCase();
  const command = commandsOf[mode].find(({ name }) => name === word);
  if (command !== undefined) return { kind: 'command', name: command.name };
  if (mode === 'chat' && !text.startsWith('/')) {
    return { kind: text.length > chatLimits.characters ? 'tooLong' : 'question', text };
  }
  return { kind: 'unknown' };
}

/** The commands that a menu shows while a line is typed; none if the line opens no menu. */
export function findMenu(mode: Mode, line: string): readonly ModeCommand[] {
  if (!line.startsWith('/') || /\s/.test(line)) return [];
  const typed = line.slice(1).toLowerCase();
  const commands: readonly ModeCommand[] = commandsOf[mode];
  const beginning = commands.filter(({ name }) => name.startsWith(typed));
  const within = commands.filter(({ name }) => !name.startsWith(typed) && name.includes(typed));
  return [...beginning, ...within];
}

/**
 * What can be done in a mode, as text.
 * @param hasMenu whether keys open and move in a menu
 */
export function describeMode(mode: Mode, hasMenu: boolean): string {
  const widest = Math.max(...commandsOf[mode].map(({ name }) => name.length));
  const lines = commandsOf[mode].map(
    ({ name, description }) => `  /${name.padEnd(widest)}  ${description}`,
  );
  const first = {
    main: 'Type a command, with or without the slash.',
    chat: 'Ask a question, or type a query such as Type = "Laptop".',
    app: 'Your apps. Deploy and promote ask before they change anything.',
  }[mode];
  const keys = 'Ctrl+C cancels or goes back. Ctrl+D quits.';
  if (!hasMenu) return [first, ...lines, keys].join('\n');
  const menuKeys =
    'Tab completes. Up and Down move through the menu or earlier lines. Esc closes the menu or clears the line.';
  return [`${first} / opens a menu.`, ...lines, `${menuKeys} ${keys}`].join('\n');
}
