import type { Command, Option } from 'commander';
import { CommandFailure } from '../failure';

export const shells = ['bash', 'zsh', 'fish'] as const;

interface Candidates {
  /** The words after the name of the program: app deploy. */
  readonly path: string;
  readonly words: readonly string[];
  readonly options: readonly Option[];
}

/**
 * The completion script of a shell.
 * @throws {CommandFailure} `usage` for a shell that has none
 */
export function completionFor(shell: string, program: Command): string {
  const commands = candidatesOf(program);
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
    default:
      throw new CommandFailure(
        'usage',
        `Completion scripts are available for ${shells.join(', ')}.`,
      );
  }
}

function candidatesOf(command: Command, path = ''): Candidates[] {
  const help = command.createHelp();
  const words =
    path === 'completion' ? shells : help.visibleCommands(command).map((one) => one.name());
  return [
    { path, words, options: help.visibleOptions(command) },
    ...command.commands.flatMap((one) => candidatesOf(one, `${path} ${one.name()}`.trim())),
  ];
}

function namesOf({ words, options }: Candidates): string {
  return [...words, ...options.map(({ long }) => long)].join(' ');
}

function takesFile({ flags }: Option): boolean {
  return flags.endsWith('<path>');
}

/** As a shell’s pattern of alternatives. */
function fileOptions(commands: readonly Candidates[]): string {
  const names = commands.flatMap(({ options }) =>
    options.filter(takesFile).map(({ long }) => long),
  );
  return [...new Set(names)].join('|');
}

/** The words before the cursor that aren't options choose the candidates; after an option for a file come files. */
const bashScript = (commands: readonly Candidates[]) => `_wds() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path=() word
  case "$previous" in ${fileOptions(commands)}) COMPREPLY=($(compgen -f -- "$current")); return ;; esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* || \${#path[@]} -ge 2 ]] || path+=("$word")
  done
  case "\${path[*]}" in
${commands
  .map((one) => `    "${one.path}") COMPREPLY=($(compgen -W "${namesOf(one)}" -- "$current")) ;;`)
  .join('\n')}
  esac
}
complete -F _wds wds
`;

/** zsh loads it as the body of a function. */
const zshScript = (commands: readonly Candidates[]) => `#compdef wds
local -a seen
local word
case "\${words[CURRENT-1]}" in ${fileOptions(commands)}) _files; return ;; esac
for word in "\${(@)words[2,CURRENT-1]}"; do
  [[ $word == -* ]] || (( \${#seen} >= 2 )) || seen+=("$word")
done
case "\${seen[*]}" in
${commands.map((one) => `  "${one.path}") compadd -- ${namesOf(one)} ;;`).join('\n')}
esac
`;

const fishScript = (commands: readonly Candidates[]) => `complete -c wds -f
${commands.flatMap(fishLines).join('\n')}
`;

function fishLines({ path, words, options }: Candidates): string[] {
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const conditions = path === '' ? ['__fish_use_subcommand'] : seen;
  const isOpen =
    words.length > 0 && path !== '' ? [`not __fish_seen_subcommand_from ${words.join(' ')}`] : [];
  const condition = [...conditions, ...isOpen].join('; and ');
  return [
    ...words.map((word) => `-a ${word}`),
    ...options.map((one) => `-l ${one.name()}${takesFile(one) ? ' -r -F' : ''}`),
  ].map((candidate) => `complete -c wds -n '${condition}' ${candidate}`);
}
