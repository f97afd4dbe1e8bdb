import js from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [...['dist', 'dist.new', 'dist.old', 'coverage', 'output', 'fixtures', 'docs']],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.cjs'] } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A port method is async by contract even where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-control-regex': 'off',
    },
  },
  {
    // Every export says what it is: see docs of the style, "Doc comments".
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.test.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          require: { FunctionDeclaration: true, ClassDeclaration: true },
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ExportNamedDeclaration > VariableDeclaration',
          ],
          enableFixer: false,
        },
      ],
      'jsdoc/no-types': 'error',
    },
  },
  {
    // A text of somebody else costs no more than its length; test/architecture/expressions.test.ts asks another checker.
    files: ['src/**/*.{ts,js}'],
    ignores: ['src/**/*.test.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // Printing and exiting belong to the composition root.
    files: ['src/**/*.ts'],
    ignores: ['src/cli/**', 'src/runtime/environment.ts', 'src/**/*.test.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit' },
        { object: 'process', property: 'env' },
      ],
    },
  },
  {
    // A transferred buffer is detached, and then V8 throws away the code of its thread that was compiled for typed arrays: shared memory instead.
    files: ['src/runtime/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        "CallExpression[callee.property.name='postMessage'][arguments.length>1]",
        "Property[key.name='transferList']",
        "Property[key.name='transfer']",
      ],
    },
  },
  { files: ['**/*.js', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
  {
    // Scripts of the browser.
    files: ['src/web/viewer/demo/*.js', 'test/support/react-page.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortController',
          'DOMPoint',
          'document',
          'fetch',
          'innerHeight',
          'location',
          'navigator',
          'URL',
          'URLSearchParams',
          'window',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // A program that runs away from this project's packages.
    files: ['tools/clients/*.js'],
    languageOptions: {
      globals: Object.fromEntries(['console', 'fetch', 'process'].map((name) => [name, 'readonly'])),
    },
  },
);
