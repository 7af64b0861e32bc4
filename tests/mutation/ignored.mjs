/**
 * The fields of Babel's syntax tree that are read here.
 *
 * @typedef {{
 *   type: string,
 *   name?: string,
 *   key?: Node,
 *   typeName?: Node,
 *   typeAnnotation?: Node,
 *   callee?: Node,
 *   properties?: readonly Node[],
 * }} Node
 * @typedef {{ node: Node, parent?: Node }} Path
 */

/** Calls whose texts only people read. */
const NAMING_CALLS = ['portStub', 'listenerStub', 'machineStub', 'Error', 'TypeError', 'Symbol'];

/**
 * Returns why a mutant at this place cannot change what the program does, or undefined.
 *
 * @param {Path} path
 * @returns {string | undefined}
 */
const reasonAt = ({ node, parent }) => {
  const key = node.type === 'ObjectProperty' ? node.key?.name : undefined;
  if (key === 'description') return 'XState shows a description and never reads it.';
  if (node.typeAnnotation?.typeName?.name === 'Sample') return 'A sample documents a call: no page contains it.';
  if (key === 'types') return 'The types of setup have no values.';
  if (node.properties?.some((property) => property.key?.name === 'maxIterations'))
    return 'Only an endless loop reaches the limit.';
  if (parent?.callee?.name === 'ports') return 'Its type accepts no other value.';
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
  if (isText && parent?.callee?.name && NAMING_CALLS.includes(parent.callee.name)) return 'Only people read this text.';
  return undefined;
};

export const ignorer = { kind: 'Ignore', name: 'without-effect', value: { shouldIgnore: reasonAt } };

/** Stryker reads the plugins of a file from the export with this name. */
export const strykerPlugins = [ignorer];
