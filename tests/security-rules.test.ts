import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Code that is downloaded or runs on the server. The QA tools are not part of a production build. */
const SHIPPED = /^(?:machines|server|src(?!\/qa\/))\/.*\.(?:tsx?|mjs)$|^src\/index\.html$/;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => SHIPPED.test(path) && existsSync(path))
  .map((path) => ({ path, code: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '') }));

/** Files whose code matches. `sample`: code that must match, so that a pattern that finds nothing is noticed. */
const filesWith = (pattern: RegExp, sample: string): readonly string[] => {
  expect(sample).toMatch(pattern);
  return sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
};

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.values(node).flatMap((value: unknown) => [value].flat().filter(isNode));

/** Matches files that contain texts of prepared statements, or parts of them. */
const SQL_FILE = /\b(?:statement|columnsOf|createPartReader|createSessionReader)\(|\bSessionJoin\b/;
const SQL_TEXT = /\b(?:select|insert into|delete from|update \w+ set|where|order by|set \w+ =)\b/;
const CONSTANT = /^[A-Z][A-Z0-9_]*(?:\.\w+| \+ \d+)?$/;
/** A parameter of a function that runs for a request. */
const CALL_PARAMETER = /\b(?:db|tx|client|pool|context)\b/;

/** Expressions in SQL texts that are neither constants nor parameters of a tagged template. */
const sqlParts = (path: string, code: string): readonly string[] => {
  const isSqlFile = SQL_FILE.test(code);
  const textOf = ({ start, end }: SyntaxNode): string => code.slice(start, end).replaceAll(/\s+/g, ' ');
  const isSql = (node: SyntaxNode): boolean =>
    /Literal$/.test(node.type) && /^['"`]/.test(textOf(node)) && (isSqlFile || SQL_TEXT.test(textOf(node)));
  const isCall = (node: SyntaxNode): boolean =>
    node.type.includes('Function') &&
    (('async' in node && node.async === true) ||
      ('params' in node && [node.params].flat().some((one) => isNode(one) && CALL_PARAMETER.test(textOf(one)))));
  const isTextOfStatement = ([call, options, property]: readonly SyntaxNode[]): boolean =>
    call?.type === 'CallExpression' &&
    textOf(call).startsWith('statement(') &&
    options?.type === 'ObjectExpression' &&
    property !== undefined &&
    /^text(?:$|:)/.test(textOf(property));

  const partsOf = (node: SyntaxNode, ancestors: readonly SyntaxNode[]): readonly SyntaxNode[] => {
    if (node.type === 'TemplateLiteral' && ancestors.at(-1)?.type !== 'TaggedTemplateExpression' && isSql(node))
      return childrenOf(node).filter(({ type }) => type !== 'TemplateElement');
    if (node.type === 'BinaryExpression' && textOf(node).includes('+') && childrenOf(node).some(isSql)) return [node];
    const isText = isTextOfStatement(ancestors.slice(-3)) && childrenOf(ancestors.at(-1) ?? node).at(-1) === node;
    return isText && !/Literal$/.test(node.type) ? [node] : [];
  };
  const found = new Set<string>();
  const visit = (node: SyntaxNode, ancestors: readonly SyntaxNode[]): void => {
    if (node.type === 'ThrowStatement') return;
    for (const part of partsOf(node, ancestors))
      if (!CONSTANT.test(textOf(part))) found.add(`${textOf(part)}${ancestors.some(isCall) ? ' in a call' : ''}`);
    for (const child of childrenOf(node)) visit(child, [...ancestors, node]);
  };
  visit(parseSync(path, code).program, []);
  return [...found].sort();
};

test('the code of portal and server is read', () => {
  expect(sources.length).toBeGreaterThan(500);
});

test('the server starts no other process; the scripts that build it do', () => {
  const PROCESS = /['"](?:node:)?child_process['"]/;
  expect(filesWith(PROCESS, "import { exec } from 'node:child_process';")).toEqual([
    'server/dev.mjs',
    'server/prepare.mjs',
    'server/release.mjs',
  ]);
});

test('no regular expression is built at run time', () => {
  expect(filesWith(/\bRegExp\(/, 'new RegExp(name)')).toEqual([]);
});

test('no text becomes code', () => {
  const CODE = /\beval\(|\bFunction\(|\bset(?:Timeout|Interval)\(\s*['"`]/;
  expect(filesWith(CODE, "setTimeout('run()', 1)")).toEqual([]);
});

test('no text becomes markup: the sanitizer returns a fragment', () => {
  const MARKUP =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|createContextualFragment)\b|document\.write/;
  expect(filesWith(MARKUP, 'element.innerHTML = name')).toEqual([]);
});

test('no cookie is set or read', () => {
  expect(filesWith(/set-?cookie|document\.cookie|cookieStore/i, "c.header('Set-Cookie', token)")).toEqual([]);
});

test('no WebSocket is opened or accepted', () => {
  expect(filesWith(/\bWebSocket\(|\bWebSocketServer\b|['"]upgrade['"]/, 'new WebSocket(url)')).toEqual([]);
});

test('no call accepts a file', () => {
  expect(filesWith(/multipart\/|\bformData\(|\bparseBody\(/, 'await c.req.parseBody()')).toEqual([]);
});

test('no XML is parsed', () => {
  const XML = /\bDOMParser\b|['"](?:xml2js|fast-xml-parser|libxmljs)['"]/;
  expect(filesWith(XML, "new DOMParser().parseFromString(text, 'text/xml')")).toEqual([]);
});

test('the validation of certificates is never turned off', () => {
  expect(filesWith(/rejectUnauthorized|checkServerIdentity/, '{ rejectUnauthorized: false }')).toEqual([]);
  // These files make the server refuse to start with such a setting.
  const SETTING = /NODE_TLS_REJECT_UNAUTHORIZED|no-verify/;
  expect(filesWith(SETTING, 'sslmode=no-verify')).toEqual(['server/db/database-url.ts', 'server/runtime/config.ts']);
});

test('raw SQL contains no values except codes of order statuses', () => {
  expect(filesWith(/\bsql\.raw\((?!statusCodes\()/, 'sql.raw(name)')).toEqual([]);
});

/**
 * What texts of prepared statements contain in addition to constants in capitals: names of tables, columns, aliases and statements, numbers of
 * parameters, codes of statuses, and parts that consist of these. A value from a request must never be in this list.
 */
const SQL_PARTS: Readonly<Record<string, readonly string[]>> = {
  'server/db/statement.ts': ['alias', 'column.name', 'columns', "joins('$1::text')", 'text'],
  'server/checkout/order-insertion.statement.ts': [
    'COLUMNS.findIndex(([key]) => key === name) + 1',
    `COLUMNS.map(([, column], index) => \`$\${index + 1}::\${column.getSQLType()}\`).join(', ')`,
    "COLUMNS.map(([, { name }]) => name).join(', ')",
    'claimed',
    'column.getSQLType()',
    'getTableColumns(orders)[name].name',
    'index + 1',
    "insertion('select')",
    'insertion(CLAIM_KEY)',
    "parameterOf('createdAt')",
    "parameterOf('orderId')",
    "parameterOf('userId')",
    'parameterOf(name)',
    "statusCodes('pending')",
  ],
  'server/checkout/order-rules.ts': ['player'],
  'server/orders/order-poll.ts': ['order.text', 'player'],
  'server/payments/payment-session.ts': ['statusCodes(...ORDER_STATUSES.filter(hasLapsed))'],
  'server/users/session-store.ts': [
    "[...COLUMNS, ...(columns ? [columns] : [])].join(', ')",
    'column',
    "joins('s.user_id')",
    'name',
  ],
};

test('SQL text contains no value: it is made of constants, names of columns and the listed parts', () => {
  const found = sources.flatMap(({ path }) => {
    const parts = path.startsWith('server/') && path.endsWith('.ts') ? sqlParts(path, readFileSync(path, 'utf8')) : [];
    return parts.length > 0 ? [[path, parts] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(SQL_PARTS);
});

test.each([
  ['an interpolation', `statement({ name: 'a', text: \`select 1 where id = '\${id}'\` }, Boolean)`, ['id']],
  ['a sum', "statement({ name: 'a', text: 'select 1 where id = ' + id }, Boolean)", ["'select 1 where id = ' + id"]],
  ['a text from elsewhere', "statement({ name: 'a', text: textOf(id) }, Boolean)", ['textOf(id)']],
  ['a variable', "statement({ name: 'a', text }, Boolean)", ['text']],
  ['an async function', `const find = async (at: string) => query(\`select \${at}\`);`, ['at in a call']],
  ['a function with a database', `const find = (db: Db, at: string) => db.query(\`select \${at}\`);`, ['at in a call']],
  ['a part of a player', `const part: SessionJoin = { ...rest, columns: \`coalesce(\${id})\` };`, ['id']],
  [
    'constants',
    `statement({ name: 'a', text: \`select \${NAMES} limit \${MOST + 1} offset \${CODE.open}\` }, Boolean)`,
    [],
  ],
  ['parameters', `const find = (db: Db, id: string) => db.execute(sql\`select \${id}\`);`, []],
])('SQL text: the parts of %s that are not constants are found', (_, code, parts) => {
  expect(sqlParts('sample.ts', code)).toEqual(parts);
});

test('MD5, SHA-1 and ciphers are used by the two wire formats only, and tried at the start', () => {
  const WEAK = /['"](?:md5|sha1)['"]|['"]aes-|create(?:Cipher|Decipher)iv|crypto-js\/(?:aes|md5|sha1|mode)/;
  expect(filesWith(WEAK, "createHash('md5')")).toEqual([
    'server/codes/payload-cipher.ts',
    'server/runtime/machine-check.ts',
    'server/users/password-cipher.ts',
    'src/api/password.cipher.ts',
    'src/api/payload.cipher.ts',
  ]);
});

test('a predictable random number chooses the pause between two retries, and nothing else', () => {
  expect(filesWith(/Math\.random/, 'const token = Math.random()')).toEqual(['src/app/retry-pause.ts']);
});
