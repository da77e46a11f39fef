import {
  appFolders,
  appSides,
  forbiddenImports,
  platformFolder,
  platformPackages,
  sandboxFolders,
  serviceFolders,
} from './scripts/import-rules.mjs';

const onlyPlatform = {
  regex: platformPackages.source,
  message: `Only ${platformFolder} speaks to the platform.`,
};
const noTrustedRoute = {
  name: '@forge/api',
  importNames: ['assumeTrustedRoute'],
  message: 'Build paths with the route template; it encodes what it inserts.',
};

function restrictedImports(folder, patterns = []) {
  const others = forbiddenImports[folder].map((other) => ({
    regex: `^(\\./)*(\\.\\./)+(src/)?${other}(/|$)`,
    message: `src/${folder} does not import src/${other}.`,
  }));
  return ['error', { paths: [noTrustedRoute], patterns: [...others, ...patterns] }];
}

/** Forbids what comes after a folder in the order of its part of `src`. */
function laterFolders(part, folders, folder) {
  return folders.slice(folders.indexOf(folder) + 1).map((other) => ({
    regex: `^(\\./)*(\\.\\./)+(${part}/)?${other}(/|$)`,
    message: `src/${part}/${folder} comes before src/${part}/${other} and does not import it.`,
  }));
}

/** What a specifier shows of the other side; `test/bundle/imports.test.ts` looks at the files too. */
const onlyOn = {
  browser: [
    { regex: appSides.browser.packages.source, message: 'Only what runs in the browser draws.' },
  ],
  forge: [
    { regex: appSides.forge.packages.source, message: 'Only what runs on Forge imports this.' },
    {
      regex: '(-handlers|/find-[^/]+|/api/client)(/|$)',
      message: 'Only what runs on Forge calls the service or imports what does.',
    },
  ],
};

/** By the side of its files, from the one that the folder has to those that have a name for it. */
function restrictedInApp(folder) {
  const later = laterFolders('app', appFolders, folder);
  const common = [...later, ...(folder === 'platform' ? [] : [onlyPlatform])];
  const patterns = {
    browser: [...common, ...onlyOn.forge],
    forge: [...common, ...onlyOn.browser],
    both: [...common, ...onlyOn.forge, ...onlyOn.browser],
  };
  const { browser, forge } = appSides;
  const ofFolder = browser.folders.includes(folder)
    ? 'browser'
    : forge.folders.includes(folder)
      ? 'forge'
      : 'both';
  const within = (side, ...names) => ({
    files: names.map((name) => `src/app/${folder}/**/${name}`),
    rules: { 'no-restricted-imports': restrictedImports('app', patterns[side]) },
  });
  return [
    within(ofFolder, '*.{ts,tsx}'),
    within('forge', '*-handlers.ts', 'find-*.ts'),
    within('browser', '*.tsx', 'use-*.ts'),
    within('both', '*-{contract,facts,record,text,texts}.ts'),
  ];
}

function restrictedInSandbox(folder) {
  return restrictedImports('sandbox', laterFolders('sandbox', sandboxFolders, folder));
}

/**
 * By how far the file is from the service's folder: `../api` is a room of the service for some files, and
 * `src/api` for others.
 */
function restrictedInService(folder, depth) {
  const later = serviceFolders.slice(serviceFolders.indexOf(folder) + 1).map((other) => ({
    regex: `^(\\.\\./){${depth}}${other}(/|$)`,
    message: `src/service/${folder} comes before src/service/${other} and does not import it.`,
  }));
  const [room] = folder.split('/');
  const beside = later
    .filter(({ message }) => message.includes(` before src/service/${room}/`))
    .map(({ regex, message }) => ({
      regex: regex.replace(`{${depth}}${room}/`, `{${depth - 1}}`),
      message,
    }));
  return restrictedImports('service', [...later, ...beside]);
}

/** What isn't in the category of correctness, which is on as a whole. */
const rules = {
  'import/no-cycle': 'error',
  'no-array-constructor': 'error',
  'no-case-declarations': 'error',
  'no-empty': 'error',
  'no-fallthrough': 'error',
  'no-prototype-builtins': 'error',
  'no-redeclare': 'error',
  'no-regex-spaces': 'error',
  'no-undef': 'error',
  'no-unused-vars': ['error', { argsIgnorePattern: '^$', varsIgnorePattern: '^$' }],
  'no-unexpected-multiline': 'error',
  'no-useless-constructor': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
};

/** The strictest set of typescript-eslint, and what this repository adds. */
const typeScriptRules = {
  // The compiler finds these itself.
  'no-redeclare': 'off',
  'no-undef': 'off',
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-imports': 'error',
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-deprecated': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-generated-empty-object-type': 'error',
  'typescript/no-invalid-void-type': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/no-mixed-enums': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-unnecessary-boolean-literal-compare': 'error',
  'typescript/no-unnecessary-condition': 'error',
  'typescript/no-unnecessary-template-expression': 'error',
  'typescript/no-unnecessary-type-arguments': 'error',
  'typescript/no-unnecessary-type-assertion': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unnecessary-type-conversion': 'error',
  'typescript/no-unnecessary-type-parameters': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-enum-comparison': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/prefer-reduce-type-parameter': 'error',
  'typescript/prefer-return-this-type': 'error',
  'typescript/related-getter-setter-pairs': 'error',
  'typescript/require-await': 'error',
  'typescript/require-array-sort-compare': 'off',
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/switch-exhaustiveness-check': 'error',
  'typescript/unified-signatures': 'error',
  'typescript/use-unknown-in-catch-callback-variable': 'error',
};

export default {
  plugins: ['oxc', 'import'],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: ['build', 'dist', '.cache', '.sandbox', 'vendor', 'test-results'],
  env: { builtin: true, es2023: true },
  rules,
  overrides: [
    { files: ['**/*.{ts,tsx}'], plugins: ['typescript'], rules: typeScriptRules },
    {
      // Where React is: elsewhere a name such as `useUp` isn't a hook's.
      files: ['src/{app,sandbox/web}/**/*.{ts,tsx}', 'static/**/*.{ts,tsx}', '**/*.tsx'],
      plugins: ['react'],
      rules: {
        'react/immutability': 'off',
        'react/preserve-manual-memoization': 'off',
        'react/set-state-in-effect': 'off',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
      },
    },
    // Each later override of this rule has the ban in its own options.
    {
      files: ['**/*.{ts,tsx}'],
      rules: { 'no-restricted-imports': ['error', { paths: [noTrustedRoute] }] },
    },
    ...Object.keys(forbiddenImports).map((folder) => ({
      files: [`src/${folder}/**/*.{ts,tsx}`],
      rules: {
        'no-restricted-imports':
          folder === 'app' ? restrictedImports(folder, [onlyPlatform]) : restrictedImports(folder),
      },
    })),
    ...appFolders.flatMap(restrictedInApp),
    ...sandboxFolders.map((folder) => ({
      files: [`src/sandbox/${folder}/**/*.{ts,tsx}`],
      rules: { 'no-restricted-imports': restrictedInSandbox(folder) },
    })),
    ...serviceFolders.flatMap((folder) =>
      ['', '/*', '/*/*'].map((below) => ({
        files: [`src/service/${folder}${below}/*.ts`],
        rules: {
          'no-restricted-imports': restrictedInService(
            folder,
            `${folder}${below}`.split('/').length,
          ),
        },
      })),
    ),
    {
      files: ['static/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': ['error', { paths: [noTrustedRoute], patterns: [onlyPlatform] }],
      },
    },
    {
      files: ['test/**/*.{ts,tsx}'],
      plugins: ['typescript'],
      rules: { 'max-lines-per-function': 'off', 'typescript/no-non-null-assertion': 'off' },
    },
    {
      files: ['test/**/*.{ts,tsx}'],
      excludeFiles: ['test/support/property-testing.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              noTrustedRoute,
              {
                name: 'fast-check',
                message: 'Import test/support/property-testing: it sets the seed.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/service/**/*.js'],
      env: { browser: true },
      globals: { SwaggerUIBundle: 'readonly' },
    },
    { files: ['**/*.{mjs,cjs}', '*.js'], env: { node: true } },
  ],
};
