import js from '@eslint/js';
import globals from 'globals';
import { visibleText } from './visible-text.js';

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
  {
    // What backends say is the program's, and stays English.
    files: ['app/js/**'], ignores: ['app/js/words/**', 'app/js/backend/**'],
    plugins: { page: { rules: { 'visible-text': visibleText } } }, rules: { 'page/visible-text': 'error' },
  },
  {
    // Tests run on Node.js 18 too, which has none of these.
    files: ['tests/**'],
    rules: {
      'no-restricted-properties': ['error', ...['toSorted', 'toReversed', 'toSpliced', 'withResolvers', 'fromAsync', 'groupBy'].map((property) => ({ property, message: 'Node.js 18 has no such method.' }))],
    },
  },
  // A language is one file, however much there is to say.
  { files: ['app/js/words/??.js'], rules: { 'max-lines': 'off' } },
];
