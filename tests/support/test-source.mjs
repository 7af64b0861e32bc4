import { parseSync } from 'vite';

/**
 * The fields of syntax nodes that the readers of tests use; a node has only the fields of its `type`.
 *
 * @typedef {object} SyntaxNode
 * @property {string} type
 * @property {SyntaxNode | null} parent
 * @property {SyntaxNode[]} children
 * @property {string} name
 * @property {SyntaxNode} key
 * @property {SyntaxNode} value of a property; see `literalOf` for literals
 * @property {{ pattern: string }} regex
 * @property {boolean} computed
 * @property {string} operator
 * @property {SyntaxNode} left
 * @property {SyntaxNode} right
 * @property {SyntaxNode} argument
 * @property {SyntaxNode} expression
 * @property {SyntaxNode} callee
 * @property {SyntaxNode[]} arguments
 * @property {SyntaxNode} object
 * @property {SyntaxNode} property
 * @property {SyntaxNode[]} properties
 * @property {(SyntaxNode | null)[]} elements
 * @property {SyntaxNode} tag
 * @property {SyntaxNode} quasi
 * @property {{ value: { cooked: string } }[]} quasis
 * @property {SyntaxNode} test
 * @property {SyntaxNode} body
 * @property {SyntaxNode[]} params
 * @property {SyntaxNode} parameter
 * @property {SyntaxNode} id
 * @property {SyntaxNode | null} init
 * @property {SyntaxNode} source
 * @property {SyntaxNode[]} specifiers
 * @property {SyntaxNode} local
 * @property {SyntaxNode | undefined} imported
 */

/**
 * The declaration of a name: the expressions whose values may reach it, the function it names, or the module and name it is imported from.
 *
 * @typedef {object} Declaration
 * @property {readonly SyntaxNode[]} sources
 * @property {SyntaxNode | null} fn
 * @property {string | null} from
 * @property {SyntaxNode} scope
 * @property {string} [name]
 * @property {boolean} [isParameter]
 */

/**
 * A parsed module.
 *
 * @typedef {object} SourceModule
 * @property {string} file
 * @property {SyntaxNode} program
 * @property {(identifier: SyntaxNode) => Declaration | null} resolve
 * @property {(name: string) => Declaration | null} exported
 */

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const SCOPES = new Set([
  ...FUNCTIONS,
  'Program',
  'BlockStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'SwitchStatement',
  'CatchClause',
]);
const ADDING = new Set(['push', 'unshift', 'add', 'set', 'append']);

/**
 * @param {SyntaxNode | null | undefined} node
 * @returns {node is SyntaxNode}
 */
export const isFunction = (node) => node != null && FUNCTIONS.has(node.type);

const TYPES = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments']);

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
const isNode = (value) =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';

/** @param {SyntaxNode} node */
const childrenOf = (node) =>
  Object.entries(node).flatMap(([key, child]) => (TYPES.has(key) ? [] : [child].flat().filter(isNode)));

/**
 * The value of a literal.
 *
 * @type {(node: SyntaxNode) => unknown}
 */
export const literalOf = (node) => node.value;

/**
 * Visits a node and its descendants, without types; `visit` returns false to skip the descendants.
 *
 * @type {(node: SyntaxNode, visit: (node: SyntaxNode) => boolean) => void}
 */
export const walk = (node, visit) => {
  if (visit(node) === false) return;
  for (const child of node.children) walk(child, visit);
};

/**
 * Returns the node without `as`, `satisfies`, `!`, `await` and parentheses.
 *
 * @template {SyntaxNode | null | undefined} Node
 * @param {Node} node
 * @returns {Node}
 */
export const bare = (node) => {
  /** @type {SyntaxNode | null | undefined} */
  let inner = node;
  while (
    inner &&
    /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|AwaitExpression|ParenthesizedExpression|ChainExpression|TSInstantiationExpression)$/.test(
      inner.type,
    )
  )
    inner = inner.expression ?? inner.argument;
  return /** @type {Node} */ (inner);
};

/** @type {(pattern: SyntaxNode | null, found?: string[]) => string[]} */
const namesOf = (pattern, found = []) => {
  switch (pattern?.type) {
    case 'Identifier':
      found.push(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) namesOf(property.value ?? property.argument, found);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) namesOf(element, found);
      break;
    case 'AssignmentPattern':
      namesOf(pattern.left, found);
      break;
    case 'RestElement':
      namesOf(pattern.argument, found);
      break;
    case 'TSParameterProperty':
      namesOf(pattern.parameter, found);
      break;
  }
  return found;
};

/** @type {(node: SyntaxNode) => SyntaxNode} */
const scopeOf = (node) => (SCOPES.has(node.type) || !node.parent ? node : scopeOf(node.parent));

/**
 * The values an inline callback receives: the receiver of `rows.map(callback)`, the table of `test.each(table)(title, callback)`.
 *
 * @param {SyntaxNode} fn
 */
const callbackSources = (fn) => {
  const call = fn.parent;
  if (call?.type !== 'CallExpression' || !call.arguments.includes(fn)) return [];
  const callee = bare(call.callee);
  if (callee.type === 'MemberExpression') return [callee.object];
  return callee.type === 'CallExpression' ? callee.arguments : [];
};

/** @type {(file: string, code: string) => SourceModule} */
export const parseModule = (file, code) => {
  const { program: parsed, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const program = /** @type {SyntaxNode} */ (/** @type {unknown} */ (parsed));
  /** @type {Map<SyntaxNode, Map<string, Declaration>>} */
  const scopes = new Map();
  /** @type {(scope: SyntaxNode, name: string, declaration: Partial<Declaration>) => void} */
  const declare = (scope, name, declaration) => {
    const names = scopes.get(scope) ?? new Map();
    scopes.set(scope, names);
    names.set(name, { sources: [], fn: null, from: null, scope, ...declaration });
  };
  /** @type {SyntaxNode[]} */
  const later = [];

  /** @type {(node: SyntaxNode, parent: SyntaxNode | null) => void} */
  const enter = (node, parent) => {
    node.children = childrenOf(node);
    node.parent = parent;
    const outer = () => scopeOf(parent ?? node);
    if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers)
        declare(program, specifier.local.name, {
          from: String(literalOf(node.source)),
          name: specifier.imported?.name ?? specifier.type,
        });
    } else if (node.type === 'VariableDeclarator') {
      const loop = parent?.parent;
      const isLoop = (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') && loop.left === parent;
      const source = isLoop ? loop.right : node.init;
      const init = bare(node.init);
      const fn = isFunction(init) ? init : null;
      for (const name of namesOf(node.id)) declare(outer(), name, { sources: source ? [source] : [], fn });
    } else if (node.type === 'FunctionDeclaration' && node.id) declare(outer(), node.id.name, { fn: node });
    else if (node.type === 'ClassDeclaration' && node.id) declare(outer(), node.id.name, {});
    if (isFunction(node)) {
      const sources = callbackSources(node);
      for (const param of node.params)
        for (const name of namesOf(param)) declare(node, name, { sources, isParameter: true });
    }
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') later.push(node);
    if (node.type === 'CallExpression' && ADDING.has(node.callee.property?.name)) later.push(node);
    for (const child of node.children) enter(child, node);
  };
  enter(program, null);

  /** @type {SourceModule['resolve']} */
  const resolve = (identifier) => {
    for (let at = identifier.parent; at; at = at.parent) {
      const found = scopes.get(at)?.get(identifier.name);
      if (found) return found;
    }
    return null;
  };

  // A value also reaches a name through an assignment or push(), together with the conditions around it.
  for (const node of later) {
    const target = bare(node.left ?? node.argument ?? node.callee.object);
    const declaration = target?.type === 'Identifier' ? resolve(target) : null;
    if (!declaration) continue;
    const added = node.type === 'CallExpression' ? node.arguments : node.right ? [node.right] : [];
    declaration.sources = [...declaration.sources, ...added];
    /** @type {SyntaxNode | null} */
    let at = node;
    for (; at && at !== declaration.scope; at = at.parent)
      if (at.parent?.type === 'IfStatement' && at !== at.parent.test)
        declaration.sources = [...declaration.sources, at.parent.test];
  }

  /** @type {SourceModule['exported']} */
  const exported = (name) => scopes.get(program)?.get(name) ?? null;
  return { file, program, resolve, exported };
};
