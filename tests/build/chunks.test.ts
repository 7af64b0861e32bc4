import { expect, test } from 'vitest';
import { type Manifest, readManifest } from '../../bench/bundle.ts';

const cycleIn = (manifest: Manifest): readonly string[] | null => {
  const done = new Set<string>();
  const visit = (key: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(key)) return [...trail.slice(trail.indexOf(key)), key];
    if (done.has(key)) return null;
    for (const next of manifest[key]?.imports ?? []) {
      const cycle = visit(next, [...trail, key]);
      if (cycle) return cycle;
    }
    done.add(key);
    return null;
  };
  for (const key of Object.keys(manifest)) {
    const cycle = visit(key, []);
    if (cycle) return cycle;
  }
  return null;
};

test('chunks do not import each other in a circle', () => {
  expect(cycleIn(readManifest())).toBeNull();
  expect(cycleIn({ a: { file: 'a.js', imports: ['b'] }, b: { file: 'b.js', imports: ['a'] } })).toEqual([
    'a',
    'b',
    'a',
  ]);
});
