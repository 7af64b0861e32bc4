import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { List } from '../../src/ui/list.tsx';
import { trackedFiles } from '../support/tracked-files.ts';

const RAW_LIST = /<[uo]l\b|\b(?:createElement|jsxs?)\(\s*['"][uo]l['"]/;

const sources = trackedFiles('src').filter((path) => /\.tsx?$/.test(path));

test('a list has its role in WebKit too: each list is a List of src/ui/list.tsx', () => {
  const users = sources.filter((path) => /<List\b/.test(readFileSync(path, 'utf8')));
  expect(users.length).toBeGreaterThan(15);
  expect(sources.filter((path) => RAW_LIST.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a List has an explicit role, ordered or not', () => {
  expect(renderToStaticMarkup(createElement(List, null, 'x'))).toBe('<ul role="list">x</ul>');
  expect(renderToStaticMarkup(createElement(List, { ordered: true, className: 'a' }, 'x'))).toBe(
    '<ol role="list" class="a">x</ol>',
  );
});
