import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const { createSourceServer } = await import('./support/source-server.mjs');

/** The maximum number of row shapes per table. */
const ROWS_PER_TABLE = 12;

const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const config = join(ROOT, 'tests/released/record.config.ts');
const { status } = spawnSync(process.execPath, [vitest, 'run', `--config=${config}`, ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, TZ: 'UTC', RECORDED_RELEASE: folder },
  stdio: 'inherit',
});
if (status !== 0) stop('Nothing was written, because a test failed.');

const vite = await createSourceServer();
try {
  /** @type {typeof import('./released/released-server.ts')} */
  const { readLines, RELEASED_SERVER_FILE, withoutRepetitions } = await vite
    .ssrLoadModule('/tests/released/released-server.ts')
    .then((module) => /** @type {never} */ (module));
  /** @type {typeof import('./released/released-database.ts')} */
  const { migrationTags, openReleasedDatabase, typesOf, insertRows } = await vite
    .ssrLoadModule('/tests/released/released-database.ts')
    .then((module) => /** @type {never} */ (module));
  const recorded = readLines(
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n'),
  );
  const migration = migrationTags().at(-1) ?? stop('There is no migration.');
  const client = await openReleasedDatabase(migration);
  const statements = (await typesOf(client, withoutRepetitions(recorded.statements)))
    .filter(({ types }) => !types.startsWith('error'))
    .map(({ statement }) => ({ statement }));
  /** @type {Map<string, number>} */
  const counts = new Map();
  const rows = [];
  for (const one of recorded.rows) {
    const count = counts.get(one.table) ?? 0;
    if (count >= ROWS_PER_TABLE || (await insertRows(client, [one], true)).length) continue;
    counts.set(one.table, count + 1);
    rows.push(one);
  }
  await client.close();
  const { version: release } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const lines = [
    { release, migration },
    ...statements,
    ...rows.toSorted((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0)),
  ];
  writeFileSync(RELEASED_SERVER_FILE, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  process.stdout.write(
    `${RELEASED_SERVER_FILE}: ${statements.length} statements, ${rows.length} rows in ${counts.size} tables\n`,
  );
} finally {
  await vite.close();
  rmSync(folder, { recursive: true, force: true });
}
