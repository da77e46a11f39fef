import { relative, resolve } from 'node:path';
import { CommanderError, Command } from 'commander';
import type { ErrorOptions as MistakeOptions } from 'commander';
import { exitCodes, CommandFailure, asFailure } from '../failure';
import { createApp } from '../apps/create-app';
import { deployProject, inMegabytes, runBuildScript } from '../apps/deploy-app';
import type { Deployment } from '../apps/deploy-app';
import { describeApps, describeUnregistered } from '../apps/list-apps';
import { openPlatform } from '../apps/platform-client';
import type { AppContext, Surroundings } from '../apps/platform-client';
import { promoteProject } from '../apps/promote-app';
import { printable, printableJson, printableLine, shellWord } from '../printable';
import { completionFor, shells } from './completion';

interface ShellOptions extends Surroundings, OutputStreams {
  readonly signal: AbortSignal;
  readonly version: string;
  /** Opens the interactive mode; the exit code once it ends. */
  readonly runInteractive: (screenReader: boolean) => Promise<number>;
}

/**
 * Runs one command line.
 * @param words what follows the name of the program
 * @returns the exit code, as docs/command-line.md lists them
 */
export async function runShell(words: readonly string[], options: ShellOptions): Promise<number> {
  const output = createOutput(options);
  const run: Run = {
    ...options,
    output,
    note: output.warn,
    report: output.progress,
    exitCode: exitCodes.success,
  };
  const asJson = words.includes('--json');
  try {
    await createProgram(run).parseAsync([...words], { from: 'user' });
    return run.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return output.fail(error, asJson);
    // It has shown its help; where that wasn't asked for, a command is missing.
    return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  } finally {
    output.endProgress();
  }
}

interface Run extends ShellOptions, AppContext {
  readonly output: Output;
  exitCode: number;
}

const apiOption = [
  '--api <url>',
  'the app platform’s address, instead of the configured one',
] as const;
const jsonOption = ['--json', 'print the result as JSON'] as const;
const manifestOption = ['--manifest <path>', 'the manifest file', './manifest.yaml'] as const;

function createProgram(run: Run): Command {
  const program = new ShellCommand('wds')
    .description(
      'Deploy and promote apps for the Workspace Data Service, and chat with its assistant.\nRun it without a command to open the interactive mode.',
    )
    .version(run.version)
    .option('--screen-reader', 'open the interactive mode as plain lines that are never redrawn')
    .helpCommand(true)
    .addHelpText('after', examples('wds', 'wds app create "Office map"', 'wds app deploy --build'))
    .exitOverride()
    .configureOutput({ writeOut: run.writeOut, writeErr: run.writeError })
    // So that a command without its “app” is named, not its option.
    .allowUnknownOption()
    .action(async ({ screenReader = false }: { screenReader?: boolean }) => {
      run.exitCode = await run.runInteractive(screenReader);
    });
  const app = program.command('app').description('Create, deploy, promote and list apps');
  addCreate(app, run);
  addDeploy(app, run);
  addPromote(app, run);
  addList(app, run);
  program
    .command('completion')
    .description('Print the completion script for a shell')
    .argument('<shell>', shells.join(', '))
    .addHelpText(
      'after',
      examples(
        'wds completion bash >> ~/.bashrc',
        'wds completion zsh > "${fpath[1]}/_wds"',
        'wds completion fish > ~/.config/fish/completions/wds.fish',
      ),
    )
    .action((shell: string) => run.writeOut(completionFor(shell, program)));
  return program;
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

function addCreate(app: Command, { output, workingDirectory }: Run): void {
  app
    .command('create')
    .description('Create an app that you can build and deploy right away')
    .argument('<name>', 'the app’s name; also the default name of its folder and package')
    .option('--key <appKey>', 'the app’s key (default: com.example.<slug>)')
    .option('--dir <path>', 'where to write it (default: ./<slug>)')
    .option(...jsonOption)
    .addHelpText('after', examples('wds app create "Office map" --key com.acme.office-map'))
    .action(async (name: string, options: { key?: string; dir?: string; json?: boolean }) => {
      const created = await createApp({ name, ...options, workingDirectory });
      const folder = relative(workingDirectory, created.directory) || '.';
      output.succeed(created, options.json, [
        `✓ Created ${created.name} (${created.appKey}) in ${folder}`,
        `Next: ${folder === '.' ? '' : `cd ${shellWord(folder)} && `}wds app deploy --build`,
      ]);
    });
}

interface DeployFlags {
  readonly dir: string;
  readonly manifest: string;
  readonly build?: boolean;
  readonly include: readonly string[];
  readonly api?: string;
  readonly json?: boolean;
}

function addDeploy(app: Command, run: Run): void {
  app
    .command('deploy')
    .description('Deploy the built app; only you see it until you promote it')
    .option('--dir <path>', 'the folder to deploy', './build')
    .option(...manifestOption)
    .option('--build', 'run the build script first (npm run build)')
    .option(
      '--include <path>',
      'deploy this file although it looks like a secret; repeat it for more',
      (path: string, earlier: readonly string[]) => [...earlier, path],
      [],
    )
    .option(...apiOption)
    .option(...jsonOption)
    .addHelpText('after', examples('wds app deploy --build', 'wds app deploy --dir dist --json'))
    .action(async (flags: DeployFlags) => {
      const { output, workingDirectory } = run;
      const platform = await openPlatform(run, flags.api);
      if (flags.build === true) await runBuildScript(run, run.signal, run.writeError);
      const deployment = await deployProject(platform, run, {
        manifestPath: resolve(workingDirectory, flags.manifest),
        folder: resolve(workingDirectory, flags.dir),
        included: flags.include,
      });
      if (deployment !== undefined) output.succeed(deployment, flags.json, inLines(deployment));
    });
}

function inLines(deployment: Deployment): string[] {
  const { version, appKey, fileCount, bundleBytes, serveUrl, bundleDigest, leftOut } = deployment;
  return [
    `✓ Deployed ${version} of ${appKey}: ${fileCount} files, ${inMegabytes(bundleBytes)}`,
    serveUrl,
    `SHA-256 ${bundleDigest}`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}`] : []),
    'Customers get it once the app is registered and you run wds app promote.',
  ];
}

interface PromoteFlags {
  readonly manifest: string;
  readonly api?: string;
  readonly json?: boolean;
}

function addPromote(app: Command, run: Run): void {
  app
    .command('promote')
    .description('Give every customer the version in the manifest')
    .option(...manifestOption)
    .option(...apiOption)
    .option(...jsonOption)
    .addHelpText('after', examples('wds app promote', 'wds app promote --json'))
    .action(async (flags: PromoteFlags) => {
      const platform = await openPlatform(run, flags.api);
      const path = resolve(run.workingDirectory, flags.manifest);
      const promoted = await promoteProject(platform, run, path);
      if (promoted === undefined) return;
      run.output.succeed(promoted.promotion, flags.json, [promoted.sentence]);
    });
}

function addList(app: Command, run: Run): void {
  app
    .command('list')
    .description('List your apps: name, status, app key')
    .option(...apiOption)
    .option(...jsonOption)
    .addHelpText('after', examples('wds app list', 'wds app list --json'))
    .action(async (flags: { api?: string; json?: boolean }) => {
      const platform = await openPlatform(run, flags.api);
      const apps = await platform.listApps();
      run.output.succeed(apps, flags.json, [describeApps(apps)]);
      describeUnregistered(apps).forEach((note) => run.output.warn(note));
    });
}

/** A command that tells of a mistake on its command line the way every other failure is told. */
class ShellCommand extends Command {
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

interface OutputStreams {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Whether a person looks at the error stream, so that a line of it can be redrawn. */
  readonly isErrorTerminal: boolean;
}

type Output = ReturnType<typeof createOutput>;

const clearLine = '\r\u001B[2K';

/** Results go to the output, everything else to the error stream. */
function createOutput({ writeOut, writeError, isErrorTerminal }: OutputStreams) {
  let hasProgress = false;
  const endProgress = () => {
    if (hasProgress) writeError(clearLine);
    hasProgress = false;
  };
  return {
    endProgress,
    /** Redraws one line; says nothing if nobody looks at it. */
    progress: (text: string) => {
      if (!isErrorTerminal) return;
      hasProgress = true;
      writeError(`${clearLine}${printableLine(text)}`);
    },
    warn: (text: string) => {
      endProgress();
      writeError(`Note: ${printable(text)}\n`);
    },
    succeed: (result: unknown, asJson: boolean | undefined, lines: readonly string[]) => {
      endProgress();
      writeOut(`${asJson === true ? printableJson(result) : printable(lines.join('\n'))}\n`);
    },
    /** @returns the exit code */
    fail: (error: unknown, asJson: boolean): number => {
      endProgress();
      const { code, message } = asFailure(error);
      if (asJson) writeOut(`${printableJson({ error: { code, message } })}\n`);
      else writeError(`✗ ${printable(message)}\n`);
      return exitCodes[code];
    },
  };
}
