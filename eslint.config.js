import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import {
  appFolders,
  forbiddenImports,
  foldersForStatic,
  platformFolder,
  platformPackages,
  sandboxFolders,
} from './scripts/import-rules.mjs';

function restrictedImports(folder, patterns = []) {
  const others = forbiddenImports[folder].map((other) => ({
    regex: `^(\\./)*(\\.\\./)+(src/)?${other}(/|$)`,
    message: `src/${folder} does not import src/${other}.`,
  }));
  return ['error', { patterns: [...others, ...patterns] }];
}

/** Forbids what comes after a folder in the order of its part of `src`. */
function laterFolders(part, folders, folder) {
  return folders.slice(folders.indexOf(folder) + 1).map((other) => ({
    regex: `^(\\./)*(\\.\\./)+(${part}/)?${other}(/|$)`,
    message: `src/${part}/${folder} comes before src/${part}/${other} and does not import it.`,
  }));
}

function restrictedInApp(folder) {
  const later = laterFolders('app', appFolders, folder);
  return restrictedImports('app', [...later, ...(folder === 'platform' ? [] : [onlyPlatform])]);
}

function restrictedInSandbox(folder) {
  return restrictedImports('sandbox', laterFolders('sandbox', sandboxFolders, folder));
}

const onlyPlatform = {
  regex: platformPackages.source,
  message: `Only ${platformFolder} speaks to the platform.`,
};

export default tseslint.config(
  { ignores: ['build', 'dist', '.cache', '.sandbox', 'node_modules', 'vendor', 'test-results'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 220, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='assumeTrustedRoute']",
          message: 'Build paths with the route template; it encodes what it inserts.',
        },
        {
          selector: "ImportDeclaration[source.value='zod'] > ImportSpecifier",
          message: 'Write `import * as z`: the named export carries every locale into a bundle.',
        },
      ],
    },
  },
  {
    // Where React is: elsewhere a name such as `useUp` isn't a hook's.
    files: ['src/{app,sandbox/web}/**/*.{ts,tsx}', 'static/**/*.{ts,tsx}', '**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  ...Object.keys(forbiddenImports).map((folder) => ({
    files: [`src/${folder}/**/*.{ts,tsx}`],
    rules: {
      '@typescript-eslint/no-restricted-imports':
        folder === 'app' ? restrictedImports(folder, [onlyPlatform]) : restrictedImports(folder),
    },
  })),
  ...appFolders.map((folder) => ({
    files: [`src/app/${folder}/**/*.{ts,tsx}`],
    rules: { '@typescript-eslint/no-restricted-imports': restrictedInApp(folder) },
  })),
  ...sandboxFolders.map((folder) => ({
    files: [`src/sandbox/${folder}/**/*.{ts,tsx}`],
    rules: { '@typescript-eslint/no-restricted-imports': restrictedInSandbox(folder) },
  })),
  {
    files: ['static/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\./)*(\\.\\./)+src/(?!(${foldersForStatic.join('|')})/)`,
              message: `static imports only ${foldersForStatic.join(', ')} of src.`,
            },
            onlyPlatform,
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    ignores: ['test/support/property-testing.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import test/support/property-testing: it sets the seed.' },
      ],
    },
  },
  {
    files: ['src/service/pages/site/*.js', 'src/service/api/description/*.js'],
    languageOptions: {
      globals: {
        window: 'readonly',
        document: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        AbortSignal: 'readonly',
        FormData: 'readonly',
        HTMLInputElement: 'readonly',
        ResizeObserver: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
  {
    files: ['scripts/**/*.{mjs,cjs}', '*.js', '*.ts'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
      },
    },
  },
);
