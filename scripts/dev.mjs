/** Runs the sandbox and starts it anew whenever a source file or the manifest changes. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const settleMs = 200;
let sandbox = start();
let timer;

for (const path of ['src', 'manifest.yml']) {
  watch(path, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, settleMs);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    sandbox.once('exit', () => process.exit(0));
    sandbox.kill(signal);
  });
}

function start() {
  return spawn(process.execPath, ['--import', 'tsx', 'src/sandbox/main.ts'], { stdio: 'inherit' });
}

/** The old process ends first, so that ports and data are free. */
function restart() {
  const old = sandbox;
  const next = () => (sandbox = start());
  if (old.exitCode !== null) return next();
  old.once('exit', next);
  old.kill('SIGTERM');
}
