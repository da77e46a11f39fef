import { mkdir, open, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { appManifest, slugOf } from '../../api/app-platform';
import { isVisible } from '../../api/visible-text';
import { CommandFailure, describeSystemError, systemCode, projectFailure } from '../failure';

interface NewApp {
  /** As customers will see it. */
  readonly name: string;
  /** `com.example.<slug>` if absent. */
  readonly key?: string;
  /** `./<slug>` if absent. */
  readonly dir?: string;
  readonly workingDirectory: string;
}

/** What `app create --json` prints. */
interface CreatedApp {
  readonly name: string;
  readonly appKey: string;
  readonly directory: string;
  readonly files: readonly string[];
}

/**
 * Writes a project that builds and deploys as it is, as a whole or not at all.
 * @throws {CommandFailure} `usage` for a name or key that can't be one, `project` if the folder is in use
 */
export async function createApp({ name, key, dir, workingDirectory }: NewApp): Promise<CreatedApp> {
  const trimmed = name.trim();
  if (!isVisible(trimmed)) {
    throw new CommandFailure('usage', 'Give the app a name, such as wds app create "Office map".');
  }
  const slug = slugOf(trimmed);
  if (slug === '' && (key === undefined || dir === undefined)) {
    throw new CommandFailure(
      'usage',
      `“${trimmed}” has no letters from a to z and no digits to make a folder name and an app key from. Pass --key and --dir.`,
    );
  }
  const directory = resolve(workingDirectory, dir ?? slug);
  const appKey = key ?? `com.example.${/^[0-9]/.test(slug) ? `app-${slug}` : slug}`;
  checkNames(trimmed, appKey);
  const packageName = slug === '' ? slugOf(basename(directory)) || 'app' : slug;
  const files = projectFiles({ name: trimmed, appKey, packageName });
  await writeProject(directory, files);
  return { name: trimmed, appKey, directory, files: Object.keys(files) };
}

function checkNames(name: string, key: string): void {
  const result = appManifest.safeParse({ app: { key, version: '1.0.0', name } });
  if (result.success && !/\p{Cc}/u.test(name)) return;
  const isKey = result.error?.issues.some(({ path }) => path.includes('key')) ?? false;
  throw new CommandFailure(
    'usage',
    isKey
      ? `"${key}" can’t be an app key. Use lower-case words joined by dots, such as com.example.my-app.`
      : 'An app’s name must have 1 to 100 characters and no line breaks.',
  );
}

/** Writes into a new or an empty folder, over nothing; if it can't finish, it removes what it wrote. */
async function writeProject(
  directory: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    await makeFolders(directory, undo);
    await assertEmpty(directory);
    for (const [path, content] of Object.entries(files)) {
      const location = join(directory, path);
      await makeFolders(dirname(location), undo);
      const file = await open(location, 'wx');
      undo.push(() => rm(location));
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    if (error instanceof CommandFailure) throw error;
    throw projectFailure(
      `The project can’t be written to ${directory}: ${describeSystemError(error)}. No files were left behind.`,
      error,
    );
  }
}

async function makeFolders(folder: string, undo: (() => Promise<void>)[]): Promise<void> {
  try {
    await mkdir(folder);
    undo.push(() => rmdir(folder));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && dirname(folder) !== folder) {
      await makeFolders(dirname(folder), undo);
      await makeFolders(folder, undo);
    } else if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** A link may lead to the folder. */
async function assertEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw inUse(directory, 'is a link that leads nowhere');
  });
  if (names.length > 0) throw inUse(directory, 'isn’t empty');
}

function inUse(directory: string, reason: string): CommandFailure {
  return projectFailure(
    `${directory} ${reason}, so nothing was written. Choose another folder with --dir.`,
  );
}

interface ProjectNames {
  readonly name: string;
  readonly appKey: string;
  readonly packageName: string;
}

/** The files of a new project, path to content. It needs only Node to build. */
function projectFiles(names: ProjectNames): Record<string, string> {
  return {
    'manifest.yaml': manifest(names),
    'package.json': packageFile(names),
    'build.mjs': buildScript,
    'src/index.html': page(names),
    'src/app.js': script,
    'src/style.css': style,
    'README.md': readme(names),
    '.gitignore': 'build/\nnode_modules/\n.wds/\n',
  };
}

/** A JSON string is one of YAML too. */
function manifest({ name, appKey }: ProjectNames): string {
  return `app:
  # Choose it before the first deploy: it can’t be changed later.
  key: ${JSON.stringify(appKey)}
  # Raise it for each version that you promote.
  version: 1.0.0
  name: ${JSON.stringify(name)}
  description: What the app does, in a sentence.
modules:
  globalPage:
    - key: main
      title: ${JSON.stringify(name)}
      route: index.html
`;
}

function packageFile({ packageName }: ProjectNames): string {
  const content = {
    name: packageName,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { build: 'node build.mjs', deploy: 'wds app deploy --build' },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

const buildScript = `// Copies src to build, which is what is deployed. Put your bundler here when you need one.
import { cp, rm } from 'node:fs/promises';

await rm('build', { recursive: true, force: true });
await cp('src', 'build', { recursive: true });
console.log('Built the app into build/.');
`;

/** Addresses are relative, since the app is served below a path that changes with each version. */
function page({ name }: ProjectNames): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(name)}</title>
    <link rel="stylesheet" href="./style.css" />
    <script type="module" src="./app.js"></script>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(name)}</h1>
      <p>This app is deployed. Change <code>src/index.html</code>, then deploy again.</p>
      <p>It was opened at <time></time>.</p>
    </main>
  </body>
</html>
`;
}

const script = `document.querySelector('time').textContent = new Date().toLocaleString();
`;

const style = `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
}

main {
  max-width: 40rem;
  margin: 2rem auto;
  padding: 0 1rem;
}
`;

function readme({ name, appKey }: ProjectNames): string {
  return `# ${name}

An app for the Workspace Data Service, with the key \`${appKey}\`.

\`\`\`sh
wds app deploy --build   # builds src into build and deploys it: only you see it
wds app promote          # gives every customer the version in manifest.yaml
\`\`\`

Save an access token first: run \`wds\`, then \`/access\`. Customers get the app once you register it; the first
promote says where.

- \`manifest.yaml\` says what the app is. Choose its key before the first deploy: it can’t be changed later.
- \`src\` is the app. Use relative addresses (\`./app.js\`), since each version is served below a path of its own.
- \`build.mjs\` builds it. It needs only Node.
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
