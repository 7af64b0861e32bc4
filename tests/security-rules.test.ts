import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trackedFiles } from './support/tracked-files.ts';

/** Code that is downloaded or runs on the server. The QA tools are not part of a production build. */
const SHIPPED = /^(?:machines|server|src(?!\/qa\/))\/.*\.(?:tsx?|mjs)$|^src\/index\.html$/;

const sources = trackedFiles()
  .filter((path) => SHIPPED.test(path))
  .map((path) => ({ path, code: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '') }));

/** Files whose code matches. `sample`: code that must match, so that a pattern that finds nothing is noticed. */
const filesWith = (pattern: RegExp, sample: string): readonly string[] => {
  expect(sample).toMatch(pattern);
  return sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
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

test('MD5, SHA-1 and ciphers are used by the two wire formats only, and tried at the start', () => {
  const WEAK = /['"](?:md5|sha1)['"]|['"]aes-|create(?:Cipher|Decipher)iv|crypto-js\/(?:aes|md5|sha1|mode)/;
  expect(filesWith(WEAK, "createHash('md5')")).toEqual([
    'server/runtime/machine-check.ts',
    'server/users/wire-ciphers.ts',
    'src/api/password.cipher.ts',
    'src/api/payload.cipher.ts',
    'src/check-api/session-checks.ts',
  ]);
});

test('a predictable random number chooses the pause between two retries, and nothing else', () => {
  expect(filesWith(/Math\.random/, 'const token = Math.random()')).toEqual(['src/app/stages.ts']);
});
