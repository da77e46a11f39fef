/** Bundles the app as the platform would, and the sandbox's pages, into `build/`. */
import { buildApp } from '../src/sandbox/forge/build-app';
import { buildWeb } from '../src/sandbox/web/build-web';

await Promise.all([buildApp(), buildWeb({ outdir: 'build/sandbox-web' })]);
console.log('Built the app and the sandbox pages into build/.');
