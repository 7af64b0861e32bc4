import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bare, isFunction, literalOf, parseModule, walk } from './test-source.mjs';

/**
 * Reads from the source of the tests which values each test asserts and which values it contains.
 *
 * - Asserted: the literals in `expect(…).matcher(…)`, `fc.assert(…)` and `assertCovered(…)`, in the constants, tables and helper results that
 *   reach them, and in the assertions of helpers that the test calls. Values after `.not` are not asserted.
 * - Given: every literal in the body of the test, in its table, and in what reaches them.
 *
 * Values of the product do not count: the reader follows imports only below tests/.
 *
 * @import { Declaration, SourceModule, SyntaxNode } from './test-source.mjs'
 *
 * @typedef {number | string | { readonly match: string } | readonly Value[]} Value A number, whole words of a literal, a regular expression,
 *   or a list of values of which one is enough.
 * @typedef {{ readonly numbers: Set<number>, readonly texts: Set<string> }} Values
 * @typedef {{ readonly count: number, readonly asserted: Values, readonly given: Values }} TestClaims `count`: the number of assertions
 * @typedef {{
 *   readonly titlesIn: (path: string) => readonly string[],
 *   readonly testAt: (path: string, title: string) => TestClaims | null,
 * }} TestReader
 * @typedef {{ readonly module: SourceModule, readonly fn: SyntaxNode }} SourceFunction
 * @typedef {Declaration & { readonly module: SourceModule }} ResolvedDeclaration
 * @typedef {string | null} TitlePart null where the title varies
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELPER_FOLDERS = ['tests/browser/models', 'tests/browser/paths', 'tests/support'];
/** Helpers that prepare a test. Their expectations check the starting point, not what the test claims. */
const PREPARATION = /(?:sandbox\.model|\.fixture|\.setup)\.ts$/;
/** Methods whose result consists of their receiver. */
const DATA_METHODS = new Set(
  'at,concat,entries,filter,find,findLast,flat,flatMap,get,join,json,keys,map,match,matchAll,replace,replaceAll,slice,sort,split,text,toLowerCase,toReversed,toSorted,toString,toUpperCase,trim,values'.split(
    ',',
  ),
);
/** The number of nested calls through which a value is followed into helpers. */
const MAX_CALLS = 2;
const MAX_HELPERS = 3;

const WILD = null;

/** @returns {Values} */
export const emptyValues = () => ({ numbers: new Set(), texts: new Set() });

/** @type {(to: Values, from: Values) => void} */
export const mergeValues = (to, from) => {
  for (const number of from.numbers) to.numbers.add(number);
  for (const text of from.texts) to.texts.add(text);
};

/** @param {string} source */
const cleanRegex = (source) => source.replaceAll(/\\([^a-zA-Z0-9])/g, '$1');

/** @param {SyntaxNode} template */
const templateText = ({ quasis }) => quasis.map(({ value }) => value.cooked).join('\u0001');

/**
 * The subject of an assertion, the arguments of its matcher, and whether it is negated; null for other calls.
 *
 * @param {SyntaxNode} call
 */
const assertionOf = (call) => {
  const callee = bare(call.callee);
  if (/^assert[A-Z]/.test(callee?.name ?? '')) return { subject: call.arguments, expected: [], isNegated: false };
  if (callee?.type !== 'MemberExpression') return null;
  if (callee.property.name === 'assert' && callee.object.name === 'fc')
    return { subject: call.arguments, expected: [], isNegated: false };
  let isNegated = false;
  let at = bare(callee.object);
  while (at?.type === 'MemberExpression') {
    if (at.property.name === 'not') isNegated = true;
    at = bare(at.object);
  }
  if (at?.type !== 'CallExpression') return null;
  const named = bare(at.callee);
  const isExpect =
    named?.name === 'expect' ||
    (named?.type === 'MemberExpression' &&
      named.object.name === 'expect' &&
      /^(?:poll|soft)$/.test(named.property.name));
  // The second argument of expect() is a message.
  return isExpect ? { subject: at.arguments.slice(0, 1), expected: call.arguments, isNegated } : null;
};

/** @param {SyntaxNode} node */
const stringOf = (node) => {
  const literal = literalOf(node);
  return typeof literal === 'string' ? literal : null;
};

/** @param {SyntaxNode} key */
const keyOf = (key) => String(key.name ?? literalOf(key));

/**
 * The static parts of a title.
 *
 * @type {(node: SyntaxNode, isTable: boolean) => readonly TitlePart[]}
 */
const titleParts = (node, isTable) => {
  const title = bare(node);
  /** @type {readonly TitlePart[]} */
  const parts =
    title?.type === 'TemplateLiteral'
      ? title.quasis.flatMap(({ value }, at) => (at === 0 ? [value.cooked] : [WILD, value.cooked]))
      : [title?.type === 'Literal' ? stringOf(title) : WILD];
  if (!isTable) return parts;
  return parts.flatMap((part) => {
    if (part === WILD) return [WILD];
    const pieces = part.replaceAll('%%', '\u0001').split(/%[sdifjoOc]|%[#$]|\$[\w.#]+/);
    return pieces
      .flatMap((piece, at) => (at === 0 ? [piece] : [WILD, piece]))
      .map((one) => one?.replaceAll('\u0001', '%') ?? WILD);
  });
};

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * A helper that opens a group may add words before the title.
 *
 * @param {readonly TitlePart[]} parts
 */
const patternOf = (parts) =>
  new RegExp(`^(?:.* )?${parts.map((part) => (part === WILD ? '.*' : escaped(part))).join('')}$`, 's');

/**
 * `test(…)`, `test.each(table)(…)`, `describe(…)` …; null for other calls.
 *
 * @param {SyntaxNode} call
 */
const blockOf = (call) => {
  let callee = bare(call.callee);
  /** @type {readonly SyntaxNode[] | null} */
  let table = null;
  if (callee?.type === 'CallExpression' || callee?.type === 'TaggedTemplateExpression') {
    const inner = bare(callee.callee ?? callee.tag);
    if (inner?.type !== 'MemberExpression') return null;
    if (inner.property.name === 'each') table = callee.arguments ?? [callee.quasi];
    callee = inner;
  }
  const names = [];
  while (callee?.type === 'MemberExpression') {
    names.push(callee.property.name);
    callee = bare(callee.object);
  }
  if (!/^(?:test|it|describe)$/.test(callee?.name ?? '')) return null;
  const [title] = call.arguments;
  const body = call.arguments.find(isFunction);
  if (!title || !body || title === body) return null;
  const isGroup = callee.name === 'describe' || names.includes('describe');
  return { isGroup, table, body, parts: titleParts(title, table !== null) };
};

/**
 * `read` returns the source of a path below the root of the project, or null.
 *
 * @param {(path: string) => string | null} read
 * @param {readonly string[]} helperFiles
 * @returns {TestReader}
 */
export const createTestReader = (
  read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null),
  helperFiles = HELPER_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => `${folder}/${name}`),
  ),
) => {
  /** @type {Map<string, SourceModule | null>} */
  const modules = new Map();
  /** @param {string} path */
  const moduleOf = (path) => {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const code = read(path);
    const parsed = code === null ? null : parseModule(path, code);
    modules.set(path, parsed);
    return parsed;
  };

  /** @type {Map<SyntaxNode, ResolvedDeclaration | null>} */
  const declarations = new Map();
  /** @type {(module: SourceModule, identifier: SyntaxNode) => ResolvedDeclaration | null} */
  const declarationOf = (module, identifier) => {
    const known = declarations.get(identifier);
    if (known !== undefined) return known;
    const found = lookUp(module, identifier);
    declarations.set(identifier, found);
    return found;
  };
  /**
   * Follows an import within tests/.
   *
   * @type {(module: SourceModule, identifier: SyntaxNode) => ResolvedDeclaration | null}
   */
  const lookUp = (module, identifier) => {
    let here = module;
    let found = here.resolve(identifier);
    while (found?.from) {
      const path = found.from.startsWith('.') ? normalize(join(dirname(here.file), found.from)) : '';
      const next = /^tests\/.*\.(?:ts|tsx|mjs)$/.test(path) ? moduleOf(path) : null;
      if (!next) return null;
      here = next;
      found = next.exported(found.name ?? '');
    }
    return found && { ...found, module: here };
  };

  /** @type {(module: SourceModule, node: SyntaxNode | undefined) => number | null} */
  const numberOf = (module, node) => {
    const value = bare(node);
    if (value?.type === 'Literal') {
      const literal = literalOf(value);
      return typeof literal === 'number' ? literal : null;
    }
    if (value?.type === 'UnaryExpression' && value.operator === '-') {
      const inner = numberOf(module, value.argument);
      return inner === null ? null : -inner;
    }
    if (value?.type === 'BinaryExpression') {
      const [left, right] = [numberOf(module, value.left), numberOf(module, value.right)];
      if (left === null || right === null) return null;
      if (value.operator === '+') return left + right;
      if (value.operator === '-') return left - right;
      if (value.operator === '*') return left * right;
      if (value.operator === '/') return left / right;
      return value.operator === '**' ? left ** right : null;
    }
    if (value?.type === 'Identifier') {
      const found = declarationOf(module, value);
      return found?.sources.length === 1 && !found.isParameter ? numberOf(found.module, found.sources[0]) : null;
    }
    return null;
  };

  /**
   * The value of a property of an object literal; null for other expressions.
   *
   * @type {(source: SyntaxNode, name: string) => SyntaxNode | null}
   */
  const propertyOf = (source, name) => {
    const object = bare(source);
    if (object?.type !== 'ObjectExpression') return null;
    const found = object.properties.find(({ key, computed }) => !computed && key && keyOf(key) === name);
    return found?.value ?? null;
  };

  /**
   * Adds the literals of an expression and of what reaches it.
   *
   * @type {(module: SourceModule, root: SyntaxNode, values: Values, seen: Set<SyntaxNode>, calls?: number) => void}
   */
  const collect = (module, root, values, seen, calls = 0) => {
    /** @type {(identifier: SyntaxNode, property?: string | null) => void} */
    const follow = (identifier, property = null) => {
      const found = declarationOf(module, identifier);
      if (!found) return;
      for (const source of found.sources) {
        const narrow = property === null ? null : propertyOf(source, property);
        const target = narrow ?? source;
        if (seen.has(target)) continue;
        seen.add(target);
        collect(found.module, target, values, seen, calls);
      }
    };
    /** @param {SyntaxNode} identifier */
    const enterHelper = (identifier) => {
      const found = declarationOf(module, identifier);
      if (!found?.fn || calls >= MAX_CALLS || seen.has(found.fn)) return;
      seen.add(found.fn);
      if (found.fn.body.type !== 'BlockStatement') collect(found.module, found.fn.body, values, seen, calls + 1);
      else
        walk(found.fn.body, (node) => {
          if (node.type === 'ReturnStatement' && node.argument)
            collect(found.module, node.argument, values, seen, calls + 1);
          return !isFunction(node);
        });
    };
    walk(root, (node) => {
      const folded =
        node.type === 'BinaryExpression' || node.type === 'UnaryExpression' ? numberOf(module, node) : null;
      if (folded !== null) values.numbers.add(folded);
      switch (node.type) {
        case 'Literal': {
          const literal = literalOf(node);
          if (typeof literal === 'number' || typeof literal === 'bigint') values.numbers.add(Number(literal));
          else values.texts.add(node.regex ? cleanRegex(node.regex.pattern) : String(literal));
          return true;
        }
        case 'TemplateLiteral':
          values.texts.add(templateText(node));
          return true;
        case 'Property':
          if (!node.computed) values.texts.add(keyOf(node.key));
          if (node.computed) collect(module, node.key, values, seen, calls);
          collect(module, node.value, values, seen, calls);
          return false;
        case 'MemberExpression': {
          const object = bare(node.object);
          if (!node.computed) values.texts.add(node.property.name);
          else collect(module, node.property, values, seen, calls);
          if (object.type === 'Identifier') follow(object, node.computed ? null : node.property.name);
          else collect(module, object, values, seen, calls);
          return false;
        }
        case 'CallExpression':
        case 'NewExpression': {
          const callee = bare(node.callee);
          if (callee.type === 'Identifier') enterHelper(callee);
          else if (callee.type === 'MemberExpression') {
            const object = bare(callee.object);
            if (object.type !== 'Identifier') collect(module, object, values, seen, calls);
            else if (DATA_METHODS.has(callee.property.name)) follow(object);
          } else collect(module, callee, values, seen, calls);
          for (const argument of node.arguments) collect(module, argument, values, seen, calls);
          return false;
        }
        case 'Identifier':
          follow(node);
          enterHelper(node);
          return true;
        case 'VariableDeclarator':
          if (node.init) collect(module, node.init, values, seen, calls);
          return false;
        default:
          return true;
      }
    });
  };

  /**
   * Methods that assert, by name, of classes and of objects in helper files.
   *
   * @type {Map<string, readonly SourceFunction[]>}
   */
  const methods = new Map();
  /** @param {SourceModule} module */
  const readMethods = (module) => {
    walk(module.program, (node) => {
      const fn = node.type === 'MethodDefinition' || node.type === 'Property' ? bare(node.value) : null;
      const name = node.key?.name;
      if (isFunction(fn) && name) methods.set(name, [...(methods.get(name) ?? []), { module, fn }]);
      return true;
    });
  };
  for (const path of helperFiles) {
    const module = PREPARATION.test(path) ? null : moduleOf(path);
    if (module) readMethods(module);
  }

  /**
   * The functions in the table that a loop or a callback reads.
   *
   * @type {(module: SourceModule, source: SyntaxNode) => readonly SourceFunction[]}
   */
  const functionsIn = (module, source) => {
    /** @type {SourceFunction[]} */
    const found = [];
    walk(source, (node) => {
      if (isFunction(node)) found.push({ module, fn: node });
      if (node.type === 'Identifier') {
        const table = declarationOf(module, node);
        for (const one of !table || table.isParameter ? [] : table.sources) {
          const object = bare(one);
          if (table && (object?.type === 'ObjectExpression' || object?.type === 'ArrayExpression'))
            found.push(...functionsIn(table.module, object));
        }
      }
      return !isFunction(node);
    });
    return found;
  };

  /** @type {(module: SourceModule, call: SyntaxNode) => readonly SourceFunction[]} */
  const helpersOf = (module, call) => {
    const callee = bare(call.callee);
    if (callee.type === 'Identifier') {
      const found = declarationOf(module, callee);
      if (!found || PREPARATION.test(found.module.file)) return [];
      if (found.fn) return [{ module: found.module, fn: found.fn }];
      return found.sources.flatMap((source) =>
        bare(source)?.type === 'CallExpression' ? functionsIn(found.module, source) : [],
      );
    }
    if (callee.type !== 'MemberExpression' || callee.computed) return [];
    const object = bare(callee.object);
    const found = object.type === 'Identifier' ? declarationOf(module, object) : null;
    const own = (found?.sources ?? [])
      .map((source) => bare(propertyOf(source, callee.property.name)))
      .filter(isFunction);
    if (found && own.length > 0) return own.map((fn) => ({ module: found.module, fn }));
    return methods.get(callee.property.name) ?? [];
  };

  /** @type {(module: SourceModule, fn: SyntaxNode, nodes: readonly SyntaxNode[]) => boolean} */
  const usesParameterOf = (module, fn, nodes) => {
    let uses = false;
    for (const root of nodes)
      walk(root, (node) => {
        if (node.type === 'Identifier') {
          const found = module.resolve(node);
          if (found?.isParameter && found.scope === fn) uses = true;
        }
        return true;
      });
    return uses;
  };

  /**
   * What a function asserts; `takes` is true if it asserts its parameters.
   *
   * @typedef {{ count: number, values: Values, takes: boolean }} Assertions
   * @type {Map<SyntaxNode, Assertions>}
   */
  const asserted = new Map();
  /** @type {(module: SourceModule, fn: SyntaxNode, depth?: number) => Assertions} */
  const assertedBy = (module, fn, depth = 0) => {
    const known = asserted.get(fn);
    if (known) return known;
    const result = { count: 0, values: emptyValues(), takes: false };
    asserted.set(fn, result);
    const seen = new Set();
    walk(fn.body, (node) => {
      if (node.type !== 'CallExpression') return true;
      const assertion = assertionOf(node);
      if (assertion) {
        result.count += 1;
        const parts = [...assertion.subject, ...assertion.expected];
        if (usesParameterOf(module, fn, parts)) result.takes = true;
        if (!assertion.isNegated) for (const part of parts) collect(module, part, result.values, seen);
        return true;
      }
      if (depth >= MAX_HELPERS) return true;
      for (const helper of helpersOf(module, node)) {
        if (helper.fn === fn) continue;
        const inner = assertedBy(helper.module, helper.fn, depth + 1);
        if (inner.count === 0) continue;
        result.count += inner.count;
        mergeValues(result.values, inner.values);
        if (!inner.takes) continue;
        for (const argument of node.arguments) collect(module, argument, result.values, seen);
        if (usesParameterOf(module, fn, node.arguments)) result.takes = true;
      }
      return true;
    });
    return result;
  };

  /** @type {(module: SourceModule, block: { body: SyntaxNode, table: readonly SyntaxNode[] | null }) => Values} */
  const givenTo = (module, { body, table }) => {
    const values = emptyValues();
    const seen = new Set();
    for (const part of [body.body, ...(table ?? [])]) collect(module, part, values, seen);
    return values;
  };

  /**
   * @typedef {{ pattern: RegExp, length: number, title: string, read: () => TestClaims }} SourceTest
   * @type {Map<string, readonly SourceTest[]>}
   */
  const files = new Map();
  /** @param {string} path */
  const testsIn = (path) => {
    const known = files.get(path);
    if (known) return known;
    const module = moduleOf(path);
    /** @type {SourceTest[]} */
    const tests = [];
    /** @type {(module: SourceModule, root: SyntaxNode, trail: readonly TitlePart[]) => void} */
    const visit = (module, root, trail) =>
      walk(root, (node) => {
        const block = node.type === 'CallExpression' ? blockOf(node) : null;
        if (!block) return true;
        const parts = trail.length ? [...trail, ' ', ...block.parts] : block.parts;
        if (block.isGroup) visit(module, block.body.body, parts);
        else
          tests.push({
            pattern: patternOf(parts),
            length: parts.reduce((sum, part) => sum + (part?.length ?? 0), 0),
            title: parts.map((part) => part ?? '…').join(''),
            read: () => {
              const { count, values } = assertedBy(module, block.body);
              return { count, asserted: values, given: givenTo(module, block) };
            },
          });
        return false;
      });
    if (module) visit(module, module.program, []);
    files.set(path, tests);
    return tests;
  };

  /** @type {Map<SourceTest, TestClaims>} */
  const done = new Map();
  /** @param {SourceTest} test */
  const readOnce = (test) => {
    const known = done.get(test) ?? test.read();
    done.set(test, known);
    return known;
  };

  return {
    /** The titles in a file, with … where they vary. */
    titlesIn: (path) => testsIn(path).map(({ title }) => title),
    /** What the test with this full title claims; null if there is no such test. */
    testAt: (path, title) => {
      const matching = testsIn(path).filter(({ pattern }) => pattern.test(title));
      const longest = Math.max(...matching.map(({ length }) => length));
      const best = matching.filter(({ length }) => length === longest);
      if (best.length === 0) return null;
      const result = { count: 0, asserted: emptyValues(), given: emptyValues() };
      for (const { count, asserted, given } of best.map(readOnce)) {
        result.count += count;
        mergeValues(result.asserted, asserted);
        mergeValues(result.given, given);
      }
      return result;
    },
  };
};

/** @param {string} text */
const wordBound = (text) => {
  const before = /^\w/.test(text) ? '(?<!\\w)' : '';
  const after = /\w$/.test(text) ? '(?!\\w)' : '';
  return new RegExp(`${before}${escaped(text)}${after}`, 'i');
};

/** @type {(texts: Iterable<string>, pattern: RegExp) => boolean} */
const someText = (texts, pattern) => {
  for (const text of texts) if (pattern.test(text)) return true;
  return false;
};

/** @type {(values: Values, value: Value) => boolean} */
export const hasValue = (values, value) => {
  if (Array.isArray(value)) return value.some((one) => hasValue(values, one));
  if (typeof value === 'number')
    return (
      values.numbers.has(value) || someText(values.texts, new RegExp(`(?<![\\w.])${escaped(String(value))}(?![\\w])`))
    );
  if (typeof value === 'string') return someText(values.texts, wordBound(value));
  return 'match' in value && someText(values.texts, new RegExp(value.match));
};
