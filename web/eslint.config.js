import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  { files: ['app/**'], languageOptions: { globals: globals.browser } },
  { files: ['site/**'], languageOptions: { globals: globals.serviceworker, sourceType: 'script' } },
  { files: ['tests/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', 400],
    },
  },
];
