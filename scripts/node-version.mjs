const required = [20, 18];

/** Ends the process with a sentence where Node is older than the project needs. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > required[0] || (major === required[0] && minor >= required[1])) return;
  console.error(
    `Node ${required.join('.')} or newer is needed; this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}
