import { Command } from 'commander';
import type { ErrorOptions as MistakeOptions } from 'commander';
import { CommandFailure } from '../failure';

/** A command that tells of a mistake on its command line the way every other failure is told. */
export class ShellCommand extends Command {
  override createCommand(name?: string): ShellCommand {
    return new ShellCommand(name);
  }

  override error(message: string, { code = '' }: MistakeOptions = {}): never {
    const similar = /\(Did you mean (.+)\?\)/.exec(message)?.[1];
    const suggestion = similar === undefined ? [] : [`Did you mean ${similar}?`];
    const [what, advice] = describeMistake(this, code, message);
    throw new CommandFailure('usage', [what, ...suggestion, advice].join(' '));
  }
}

/** Of a command that got an argument too many. */
const adviceAfterSurplus: Partial<Record<string, string>> = {
  create: 'Put a name of several words in quotation marks.',
  deploy: 'To deploy another folder, pass it after --dir.',
  promote:
    'It promotes the version in the manifest: change it there, or pass another manifest after --manifest.',
};

/** @returns what is wrong, and what to do */
function describeMistake(
  command: Command,
  code: string,
  message: string,
): readonly [string, string] {
  const path = pathOf(command);
  const quoted = /'(.+?)'/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'commander.unknownCommand':
    case 'commander.excessArguments': {
      const surplus = command.args[command.registeredArguments.length] ?? '';
      if (command.commands.length > 0) return describeUnknown(command, surplus);
      const advice =
        adviceAfterSurplus[command.name()] ?? `Run ${path} --help to see what it takes.`;
      return [`${path} doesn’t take “${surplus}”.`, advice];
    }
    case 'commander.unknownOption':
      return [`There is no option “${quoted}”.`, `Run ${path} --help to see every option.`];
    case 'commander.missingArgument':
      return [`${path} needs a <${quoted}>.`, `Run ${path} --help to see what it takes.`];
    case 'commander.optionMissingArgument':
      return [`A value is missing: ${quoted}.`, `Run ${path} --help to see every option.`];
    default:
      return [message.replace(/^error: /, ''), `Run ${path} --help.`];
  }
}

function describeUnknown(command: Command, word: string): readonly [string, string] {
  const what = word.startsWith('-') ? 'option' : 'command';
  const meant = command.commands
    .flatMap(({ commands }) => commands)
    .find((candidate) => candidate.name() === word);
  const advice =
    meant === undefined
      ? `Run ${pathOf(command)} --help to see every command.`
      : `Did you mean ${pathOf(meant)}?`;
  return [`There is no ${what} “${word}”.`, advice];
}

/** As it is typed: wds app deploy. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}
