import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { expect, test } from 'vitest';

type Node = ESTree.Node;

/** Identifiers that contain elements and never a bare text: props of components in src/ui, and lists that a hook returns. */
const ELEMENTS = new Set(['children', 'before', 'after', 'action', 'badge', 'more']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

const nodesIn = (node: Node): readonly Node[] => [node, ...childrenOf(node).flatMap(nodesIn)];

const isLayout = (child: Node): boolean =>
  (child.type === 'JSXText' && child.value.trim() === '' && (child.value === '' || child.value.includes('\n'))) ||
  (child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression');

/** Whether an expression can be a text; `local`: the values of the file's constants. */
const mayBeText = (node: Node, local: ReadonlyMap<string, Node>): boolean => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return false;
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return mayBeText(node.expression, local);
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number';
    case 'LogicalExpression':
      return mayBeText(node.right, local);
    case 'ConditionalExpression':
      return mayBeText(node.consequent, local) || mayBeText(node.alternate, local);
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? returnsText(node.body, local) : mayBeText(node.body, local);
    case 'CallExpression': {
      const [callback] = node.arguments;
      const isMap = node.callee.type === 'MemberExpression' && nameOf(node.callee.property) === 'map';
      return !isMap || !callback || mayBeText(callback, local);
    }
    case 'MemberExpression':
      return !ELEMENTS.has(nameOf(node.property));
    case 'Identifier': {
      const value = local.get(node.name);
      return value ? mayBeText(value, local) : !ELEMENTS.has(node.name);
    }
    default:
      return true;
  }
};

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : '');

const returnsText = (body: Node, local: ReadonlyMap<string, Node>): boolean =>
  childrenOf(body)
    .filter(({ type }) => type !== 'ArrowFunctionExpression')
    .some((node) =>
      node.type === 'ReturnStatement'
        ? node.argument !== null && mayBeText(node.argument, local)
        : returnsText(node, local),
    );

/** Texts with a sibling, and components that are a bare text: each as `line: source`. */
const bareTexts = (file: string, source: string): readonly string[] => {
  const all = nodesIn(parseSync(file, source, { lang: 'tsx' }).program);
  const declared = all.flatMap((node) =>
    node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init
      ? [[node.id.name, node.init] as const]
      : [],
  );
  const local = new Map(declared.filter(([, value]) => value.type !== 'ArrowFunctionExpression'));
  const siblings = all.flatMap((node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
    const children = node.children.filter((child) => !isLayout(child));
    return children.length < 2 ? [] : children.filter((child) => child.type === 'JSXText' || mayBeText(child, local));
  });
  const components = declared.flatMap(([name, value]) =>
    /^[A-Z]\w*[a-z]/.test(name) && value.type === 'ArrowFunctionExpression' && mayBeText(value, local) ? [value] : [],
  );
  return [...siblings, ...components].map(({ start, end }) => {
    const line = source.slice(0, start).split('\n').length;
    return `${file}:${line}: ${source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)}`;
  });
};

const views = ['src/ui', 'src/views'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => join(folder, path)),
);

/** A browser's translation replaces each text node, and React can no longer remove it or insert an element before it. */
test('a text of a view is the only child of its element (BRWS-03)', () => {
  expect(views.flatMap((file) => bareTexts(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['a text after an element', '<p><Icon />{error}</p>'],
  ['a text that comes and goes', '<button>{busy && t("busy")}{late && <Time />}</button>'],
  ['one of two texts', '<p>{t("one")}<b>{t("two")}</b></p>'],
  ['a text in a fragment', '<p>{error && <><Icon />{error}</>}</p>'],
  ['a template', `<p><Name />{item && \`· \${item}\`}</p>`],
  ['a choice between a text and an element', '<p><Icon />{item ? <Price /> : t("none")}</p>'],
  ['a list of texts', '<p><Icon />{lines.map((line) => line.title)}</p>'],
  ['a number', '<p><Icon />{3}</p>'],
])('the check finds %s (BRWS-03)', (_, jsx) => {
  expect(bareTexts('view.tsx', `const view = (${jsx});`)).toHaveLength(1);
});

test.each([
  ['a component', 'const DayText = ({ at }) => format(at);'],
  ['one return of a component', 'const Amount = ({ at }) => { if (at) return format(at); return <b />; };'],
])('the check finds a bare text as %s (BRWS-03)', (_, code) => {
  expect(bareTexts('view.tsx', code)).toHaveLength(1);
});

test.each([
  ['a text alone', '<p>{error}</p>'],
  ['elements', '<p><Icon /><span>{error}</span></p>'],
  ['an element that comes and goes', '<p>{busy && <Icon />}{error ? <b>{error}</b> : null}</p>'],
  ['a list of elements', '<p><Icon />{lines.map(({ title }) => <b key={title}>{title}</b>)}</p>'],
])('the check accepts %s (BRWS-03)', (_, jsx) => {
  expect(bareTexts('view.tsx', `const view = (${jsx});`)).toEqual([]);
});
