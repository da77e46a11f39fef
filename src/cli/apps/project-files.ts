interface ProjectNames {
  readonly name: string;
  readonly appKey: string;
  readonly packageName: string;
}

/** The files of a new project, path to content. It needs only Node to build. */
export function projectFiles(names: ProjectNames): Record<string, string> {
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
