import { parseSync } from 'vite';

/**
 * A parsed module: `parent` and `children` of its nodes, and what its names are declared as.
 *
 * A declaration is { sources, fn, params, from, name }: the expressions whose values may reach the name, the function that it names,
 * or the module and name that it is imported from.
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

export const isFunction = (node) => FUNCTIONS.has(node?.type);

const TYPES = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments']);

const childrenOf = (node) => {
  const children = [];
  for (const key of Object.keys(node)) {
    const child = node[key];
    if (child === null || typeof child !== 'object' || TYPES.has(key)) continue;
    if (typeof child.type === 'string') children.push(child);
    else if (Array.isArray(child)) for (const one of child) if (one && typeof one.type === 'string') children.push(one);
  }
  return children;
};

/** Visits a node and what it contains, without types; `visit` returns false to leave the contents out. */
export const walk = (node, visit) => {
  if (visit(node) === false) return;
  for (const child of node.children) walk(child, visit);
};

/** Without `as`, `satisfies`, `!`, `await` and parentheses. */
export const bare = (node) => {
  let inner = node;
  while (
    inner &&
    /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|AwaitExpression|ParenthesizedExpression|ChainExpression|TSInstantiationExpression)$/.test(
      inner.type,
    )
  )
    inner = inner.expression ?? inner.argument;
  return inner;
};

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

const scopeOf = (node) => {
  let at = node;
  while (at && !SCOPES.has(at.type)) at = at.parent;
  return at;
};

/** What an inline callback is called with: the receiver of `rows.map(callback)`, the table of `test.each(table)(title, callback)`. */
const callbackSources = (fn) => {
  const call = fn.parent;
  if (call?.type !== 'CallExpression' || !call.arguments.includes(fn)) return [];
  const callee = bare(call.callee);
  if (callee.type === 'MemberExpression') return [callee.object];
  return callee.type === 'CallExpression' ? callee.arguments : [];
};

export const parseModule = (file, code) => {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const scopes = new Map();
  const declare = (scope, name, declaration) => {
    const names = scopes.get(scope) ?? new Map();
    scopes.set(scope, names);
    names.set(name, { sources: [], fn: null, from: null, scope, ...declaration });
  };
  const later = [];

  const enter = (node, parent) => {
    node.children = childrenOf(node);
    node.parent = parent;
    const outer = () => scopeOf(parent);
    if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers)
        declare(program, specifier.local.name, {
          from: node.source.value,
          name: specifier.imported?.name ?? specifier.type,
        });
    } else if (node.type === 'VariableDeclarator') {
      const loop = parent.parent;
      const isLoop = (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') && loop.left === parent;
      const source = isLoop ? loop.right : node.init;
      const fn = isFunction(bare(node.init)) ? bare(node.init) : null;
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

  const resolve = (identifier) => {
    for (let at = identifier.parent; at; at = at.parent) {
      const found = scopes.get(at)?.get(identifier.name);
      if (found) return found;
    }
    return null;
  };

  // A value also reaches a name by an assignment or by push(), with the conditions under which that happens.
  for (const node of later) {
    const target = bare(node.left ?? node.argument ?? node.callee.object);
    const declaration = target?.type === 'Identifier' ? resolve(target) : null;
    if (!declaration) continue;
    const added = node.type === 'CallExpression' ? node.arguments : node.right ? [node.right] : [];
    declaration.sources = [...declaration.sources, ...added];
    for (let at = node; at && at !== declaration.scope; at = at.parent)
      if (at.parent?.type === 'IfStatement' && at !== at.parent.test) declaration.sources.push(at.parent.test);
  }

  const exported = (name) => scopes.get(program)?.get(name) ?? null;
  return { file, program, resolve, exported };
};
