import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode));

const isDescription = (node: Node): boolean =>
  node.type === 'Property' &&
  'key' in node &&
  isNode(node.key) &&
  'name' in node.key &&
  node.key.name === 'description' &&
  'value' in node &&
  isNode(node.value) &&
  node.value.type === 'Literal';

const descriptionsIn = (node: Node): readonly Node[] =>
  isDescription(node) ? [node] : childrenOf(node).flatMap(descriptionsIn);

/** Removes the descriptions of machines and states, which only charts and QA tools show. Positions in the code stay the same. */
export const machineDescriptions = (): Plugin => ({
  name: 'machine-descriptions',
  apply: 'build',
  transform: {
    filter: { id: /\/machines\/.+\.machine\.ts$/ },
    handler(code) {
      let stripped = code;
      for (const { start, end } of descriptionsIn(this.parse(code))) {
        const after = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
        const blank = code.slice(start, end + after).replace(/[^\n]/g, ' ');
        stripped = stripped.slice(0, start) + blank + stripped.slice(end + after);
      }
      return { code: stripped, map: null };
    },
  },
});
