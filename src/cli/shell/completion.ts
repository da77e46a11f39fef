import { CommandFailure } from '../failure';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** What can follow which words of a command line. */
const candidates: Readonly<Record<string, readonly string[]>> = {
  '': ['app', 'completion', 'help', '--help', '--version', '--screen-reader'],
  app: ['create', 'deploy', 'promote', 'list', '--help'],
  'app create': ['--key', '--dir', '--json', '--help'],
  'app deploy': ['--dir', '--manifest', '--build', '--include', '--api', '--json', '--help'],
  'app promote': ['--manifest', '--api', '--json', '--help'],
  'app list': ['--api', '--json', '--help'],
  completion: [...shells],
};

/**
 * The completion script of a shell.
 * @throws {CommandFailure} `usage` for a shell that has none
 */
export function completionFor(shell: string): string {
  switch (shell) {
    case 'bash':
      return bash;
    case 'zsh':
      return zsh;
    case 'fish':
      return fish;
    default:
      throw new CommandFailure(
        'usage',
        `Completion scripts are available for ${shells.join(', ')}.`,
      );
  }
}

/** The words before the cursor that aren't options choose the candidates; after --dir, --manifest and --include come files. */
const bash = `_wds() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path=() word
  case "$previous" in --dir|--manifest|--include) COMPREPLY=($(compgen -f -- "$current")); return ;; esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* || \${#path[@]} -ge 2 ]] || path+=("$word")
  done
  case "\${path[*]}" in
${Object.entries(candidates)
  .map(
    ([path, words]) =>
      `    "${path}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`,
  )
  .join('\n')}
  esac
}
complete -F _wds wds
`;

/** zsh loads it as the body of a function. */
const zsh = `#compdef wds
local -a seen
local word
case "\${words[CURRENT-1]}" in --dir|--manifest|--include) _files; return ;; esac
for word in "\${(@)words[2,CURRENT-1]}"; do
  [[ $word == -* ]] || (( \${#seen} >= 2 )) || seen+=("$word")
done
case "\${seen[*]}" in
${Object.entries(candidates)
  .map(([path, words]) => `  "${path}") compadd -- ${words.join(' ')} ;;`)
  .join('\n')}
esac
`;

const fish = `complete -c wds -f
${Object.entries(candidates).flatMap(fishLines).join('\n')}
`;

function fishLines([path, words]: [string, readonly string[]]): string[] {
  const below = (candidates[path] ?? []).filter((word) => !word.startsWith('-'));
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const conditions = path === '' ? ['__fish_use_subcommand'] : seen;
  const isOpen =
    below.length > 0 && path !== '' ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : [];
  const condition = [...conditions, ...isOpen].join('; and ');
  return words.map((word) => `complete -c wds -n '${condition}' ${fishWord(word)}`);
}

function fishWord(word: string): string {
  if (!word.startsWith('--')) return `-a ${word}`;
  const takesFile = ['--dir', '--manifest', '--include'].includes(word);
  return `-l ${word.slice(2)}${takesFile ? ' -r -F' : ''}`;
}
