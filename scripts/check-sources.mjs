/**
 * Finds what `npm run typecheck` and `npm run lint` find, in one process: the rules ask the checker
 * that has found the type errors, so that the sources are read and their types worked out once.
 */
import { ESLint } from 'eslint';
import ts from 'typescript';

const program = createProgram('tsconfig.sources.json');
const diagnostics = ts.getPreEmitDiagnostics(program);
console.log(
  ts.formatDiagnosticsWithColorAndContext(
    diagnostics,
    ts.createCompilerHost(program.getCompilerOptions()),
  ),
);

const eslint = new ESLint({ overrideConfig: lintWith(program) });
const results = await eslint.lintFiles(['.']);
const { format } = await eslint.loadFormatter('stylish');
console.log(await format(results));

const hasErrors = diagnostics.length > 0 || results.some(({ errorCount }) => errorCount > 0);
process.exit(hasErrors ? 1 : 0);

/** @throws {Error} where the file with the options cannot be read */
function createProgram(configFile) {
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    configFile,
    undefined,
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  return ts.createProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
  });
}

function lintWith(program) {
  const parserOptions = { projectService: false, programs: [program] };
  return { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions } };
}
