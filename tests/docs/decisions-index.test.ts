import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { readonly number: number; readonly title: string; readonly file: string };

const FOLDER = 'docs/decisions';
const ROW = /^\| (\d+) \| \[(.+)\]\((\d{4}-[\w-]+\.md)\) \| (.+) \|$/gm;
const STATUS = /^(?:in force|replaced by \[\d+\]\()/;

const rows = [...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(ROW)].map(
  ([, number = '', title = '', file = '', status = '']) => ({ number: Number(number), title, file, status }),
);

/** A decision by its heading, such as `# 7. The login is usable before the rest is loaded`. */
const decisionOf = (file: string): Entry => {
  const heading = /^# (\d+)\. (.+)\n/.exec(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  return { number: Number(heading?.[1]), title: heading?.[2] ?? '', file };
};

const decisions = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .toSorted()
  .map(decisionOf);

test('the index lists every decision with its title, in the order of the numbers', () => {
  expect(decisions.length).toBeGreaterThan(50);
  expect(rows.map(({ status: _, ...entry }) => entry)).toEqual(decisions);
});

test('a file name begins with the number of its decision, and no number is used twice', () => {
  expect(decisions.filter(({ number, file }) => file.slice(0, 4) !== String(number).padStart(4, '0'))).toEqual([]);
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
});

test('each decision has a status: in force, or replaced by another one', () => {
  expect(rows.filter(({ status }) => !STATUS.test(status))).toEqual([]);
});
