/**
 * The path of a browser: `CHROMIUM` if set, else the system's, else Playwright's own download,
 * else Debian's package.
 * @throws {Error} with what to do, where none can be had.
 */
export function findOrInstallBrowser(): string;
