import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode));

/** Descriptions of machines and states, which only charts and QA tools show; schemas of requests, which only a server reads. */
const UNREAD = ['description', 'request'];

const nameOf = (node: Node): unknown =>
  'key' in node && isNode(node.key) && 'name' in node.key ? node.key.name : null;

const isUnread = (node: Node): boolean => node.type === 'Property' && UNREAD.some((name) => name === nameOf(node));

const unreadIn = (node: Node): readonly Node[] => (isUnread(node) ? [node] : childrenOf(node).flatMap(unreadIn));

/** Removes properties that the portal never reads. Positions in the code stay the same. */
export const unreadProperties = (): Plugin => ({
  name: 'unread-properties',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/machines\/.+\.machine\.ts$|\/src\/contract\/.+\.contract\.ts$/ },
    handler(code) {
      let stripped = code;
      for (const { start, end } of unreadIn(this.parse(code))) {
        const after = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
        const blank = code.slice(start, end + after).replace(/[^\n]/g, ' ');
        stripped = stripped.slice(0, start) + blank + stripped.slice(end + after);
      }
      return { code: stripped, map: null };
    },
  },
});
