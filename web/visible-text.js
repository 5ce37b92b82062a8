/**
 * A rule for ESLint: what people read comes from `app/js/words`, and is not written where it is shown.
 *
 * It looks at the places where elements get their texts, and at strings that look like a sentence or
 * a label wherever they are. It cannot see everything; `tests/words.test.js` shows what it sees.
 */

/** @import { Rule } from 'eslint' */

/** Functions that show their first argument. */
const SAYING = ['button', 'sureButton', 'choice', 'toggle', 'playerField', 'say'];

/** Functions whose arguments after the attributes are shown. */
const MAKING = ['h', 's'];

/** Attributes that people read or hear. */
const READ = ['aria-label', 'title', 'placeholder', 'alt', 'label'];

/** Names, which are the same in every language. */
const NAMES = ['hexring', 'Little Golem'];

const WORD = /\p{Ll}{2}/u;

/** The beginning of a sentence or a label, or a few words in a row. */
const SENTENCE = /^\p{Lu}\p{Ll}+(?: \p{L}|$)|\p{Ll} \p{Ll}{2,} \p{Ll}{2,} \p{Ll}/u;

/** What stands between a text and the place where it is shown. */
const BETWEEN = ['ConditionalExpression', 'LogicalExpression', 'ArrayExpression', 'TemplateLiteral'];

/** @param {any} node */
const nameOf = (node) => (node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : '');

/** Whether something stands where it is shown as it is. @param {any} node @returns {boolean} */
function isShown(node) {
  const { parent } = node;
  if (BETWEEN.includes(parent.type)) return node !== parent.test && isShown(parent);
  if (parent.type === 'Property') return parent.value === node && READ.includes(parent.key.value ?? parent.key.name);
  const at = parent.arguments?.indexOf(node);
  return (MAKING.includes(nameOf(parent)) && at > 1) || (SAYING.includes(nameOf(parent)) && at === 0);
}

/** Words that are compared, or name something, are not shown: keys, headers. @param {any} node */
const isName = ({ parent, ...node }) => parent.type === 'BinaryExpression' || parent.type === 'SwitchCase'
  || (parent.type === 'Property' && parent.key.range[0] === node.range[0]);

/** @type {Rule.RuleModule} */
export const visibleText = {
  meta: { type: 'problem', messages: { here: 'texts that people read are in app/js/words: "{{text}}"' } },
  create(context) {
    const check = (/** @type {any} */ node, /** @type {string} */ text) => {
      if (NAMES.includes(text)) return;
      if ((isShown(node) && WORD.test(text)) || (SENTENCE.test(text.trim()) && !isName(node))) context.report({ node, messageId: 'here', data: { text } });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};
