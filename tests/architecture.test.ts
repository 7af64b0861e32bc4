import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './support/tracked-files.ts';

const tracked = trackedFiles();

const CODE = /\.(?:ts|tsx|mjs)$/;
const SOURCE_ROOTS = /^(?:machines|src|server|bench|vite)\//;
const sources = tracked.filter((path) => CODE.test(path) && SOURCE_ROOTS.test(path) && !path.endsWith('.d.ts'));
const textOf = new Map(
  tracked.filter((path) => CODE.test(path) || path.endsWith('.css')).map((path) => [path, readFileSync(path, 'utf8')]),
);

const importsOf = (path: string, text = textOf.get(path) ?? ''): string[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(
    /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  );
  return [...found].map(([, from, lazy, bare]) => from ?? lazy ?? bare ?? '');
};

const resolved = (path: string, specifier: string): string =>
  specifier.startsWith('.') ? normalize(join(dirname(path), specifier.replace(/\?.*$/, ''))) : specifier;

/** What a file imports when its code runs: types are left out. */
const loadedBy = (path: string): readonly string[] =>
  importsOf(path, (textOf.get(path) ?? '').replace(/import type [^;]+;/g, '')).map((target) => resolved(path, target));

type Layer = {
  readonly files: RegExp;
  /** What a file of the layer may import besides its own folder. */
  readonly mayImport: readonly RegExp[];
  /** What its code must not contain. */
  readonly mustNotUse?: RegExp;
};

const PACKAGE = {
  xstate: /^xstate(?:\/.*)?$/,
  valibot: /^valibot$/,
  react: /^react(?:-dom(?:\/client)?)?$/,
  xstateReact: /^@xstate\/react$/,
  i18n: /^(?:i18next|react-i18next)$/,
  node: /^node:/,
};

const BROWSER_GLOBALS =
  /\b(?:window|document|localStorage|sessionStorage|fetch|setTimeout|setInterval|Date\.now|Math\.random|new Date)\b\s*[(.]/;

/** machines/x/x.rules.ts: what is always true of the machines. Other files with this role judge entries. */
const TEMPORAL_RULES = /^machines\/([\w-]+)\/\1\.rules\.ts$/;

/** What is stored, sent to another tab or received, as schemas. Machines import the types of a schema only. */
const SCHEMA = /^machines\/([\w-]+)\/\1\.schema\.ts$/;

/** The table of statuses. */
const STATUSES = /^machines\/order\/order\.status\.ts$/;

/** The names of folders, separated by spaces, as lists. */
const foldersBelow = (table: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(table).map(([folder, below]) => [folder, below.split(' ').filter(Boolean)]));

/** machines/<feature> may look down, never up or sideways. */
const DOWNWARD = foldersBelow({
  kernel: '',
  order: '',
  session: '',
  toasts: '',
  balance: '',
  payment: 'order',
  'order-detail': 'order',
  lists: 'order',
  wizard: 'order',
  recharge: 'order wizard balance',
  'epoint-recharge': 'order wizard',
  'signed-in':
    'article bulletins home lists order wizard payment order-detail recharge epoint-recharge session toasts balance',
  article: 'lists',
  bulletins: '',
  home: 'order',
  elements: '',
  portal: 'signed-in wizard session toasts home',
});

/** A payment method knows its order and its contract with the payment, but neither the payment nor another method. */
const methodLayers: Layer[] = readdirSync('machines/payment', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    files: new RegExp(`^machines/payment/${name}/`),
    mayImport: [
      PACKAGE.xstate,
      /^machines\/(?:kernel|order)\//,
      /^machines\/payment\/method\.types\.ts$/,
      new RegExp(`^machines/payment/${name}/`),
    ],
    mustNotUse: BROWSER_GLOBALS,
  }));

const machineLayers: Layer[] = Object.entries(DOWNWARD).map(([feature, below]) => ({
  files: new RegExp(`^machines/${feature}/(?!.*\\.schema\\.ts$)`),
  mayImport: [
    PACKAGE.xstate,
    new RegExp(`^machines/${feature}/`),
    /^machines\/kernel\//,
    ...below.map((name) => new RegExp(`^machines/${name}/`)),
  ],
  mustNotUse: BROWSER_GLOBALS,
}));

/**
 * src/views/<folder> may import these folders besides its own. `app` is the bottom layer, `shell` the top layer; `order`,
 * `payment`, `lists`, `bulletins` and `wizard` are parts that pages share. A page never imports another page.
 */
const VIEW_FOLDERS = foldersBelow({
  app: '',
  order: 'app',
  payment: 'app order',
  lists: 'app',
  bulletins: 'app order',
  wizard: 'app order',
  login: 'app',
  home: 'app order lists bulletins',
  recharge: 'app order payment wizard',
  'epoint-recharge': 'app order payment wizard',
  'order-detail': 'app order',
  account: 'app order lists',
  news: 'app lists',
  article: 'app lists',
  logout: 'app',
  forbidden: 'app',
  'not-found': 'app',
  shell:
    'app order payment bulletins login home recharge epoint-recharge order-detail account news article logout forbidden not-found',
});

const viewLayers: Layer[] = Object.entries(VIEW_FOLDERS).map(([folder, below]) => ({
  files: new RegExp(`^src/views/${folder}/`),
  mayImport: [
    PACKAGE.react,
    PACKAGE.xstateReact,
    PACKAGE.i18n,
    /^xstate$/,
    /^machines\//,
    /^src\/(?:ui|i18n|art|styles|loader)\//,
    /^src\/contract\/locales\.ts$/,
    /^virtual:brand\//,
    ...[folder, ...below].map((name) => new RegExp(`^src/views/${name}/`)),
  ],
  mustNotUse: /\b(?:fetch\(|localStorage|sessionStorage|Date\.now|window\.)/,
}));

/** server/<folder> may import the folders in its list, never the ones above it. */
const SERVER_DOWNWARD = foldersBelow({
  ports: '',
  db: '',
  texts: '',
  openapi: '',
  runtime: 'ports db',
  http: 'db runtime',
  outbox: 'db runtime',
  orders: 'ports db runtime outbox',
  ledger: 'texts db runtime outbox orders',
  codes: 'db runtime',
  users: 'db runtime ledger codes',
  payments: 'ports db runtime outbox orders ledger',
  checkout: 'db runtime orders ledger payments',
  delivery: 'ports db runtime outbox orders ledger',
  content: 'texts db',
  sandbox: 'texts ports db runtime outbox orders ledger users payments delivery',
  workers: 'ports db runtime outbox orders users codes payments checkout delivery sandbox',
  seed: 'texts db runtime outbox orders ledger users payments checkout content',
  routes: 'db runtime http outbox orders ledger codes users payments checkout content openapi sandbox seed',
  app: 'ports db runtime http payments delivery sandbox workers routes',
});

const SERVER_PACKAGES = [
  PACKAGE.node,
  PACKAGE.valibot,
  /^(?:hono|@hono\/node-server)(?:\/.*)?$/,
  /^drizzle-orm(?:\/.*)?$/,
  /^(?:pg|pino|prom-client|@electric-sql\/pglite|@valibot\/to-json-schema)(?:\/.*)?$/,
  /^src\/contract\//,
  /^machines\/session\/contact\.(?:entry|rules)\.ts$/,
  /^machines\/order\//,
];

const serverLayers: Layer[] = Object.entries(SERVER_DOWNWARD).map(([folder, below]) => ({
  files: new RegExp(`^server/${folder}/`),
  mayImport: [...SERVER_PACKAGES, ...[folder, ...below].map((name) => new RegExp(`^server/${name}/`))],
}));

const LAYERS: readonly Layer[] = [
  { files: SCHEMA, mayImport: [PACKAGE.valibot, STATUSES], mustNotUse: BROWSER_GLOBALS },
  ...methodLayers,
  ...machineLayers,
  ...viewLayers,
  ...serverLayers,
  {
    files: /^server\/main\.ts$/,
    mayImport: [
      PACKAGE.node,
      /^server\/(?:app|routes|seed|payments|http|runtime|db)\//,
      /^server\/(?:npm-parent|demo-environment)\.mjs$/,
    ],
  },
  {
    files: /^server\/[\w-]+\.mjs$/,
    mayImport: [PACKAGE.node, /^(?:vite|tar)$/, /^server\/[\w-]+\.mjs$/, /^dist\/server\/main\.js$/],
  },
  {
    files: /^src\/contract\//,
    mayImport: [
      PACKAGE.valibot,
      /^src\/contract\//,
      /^machines\/kernel\/failure\.ts$/,
      /^machines\/order\/order\.(?:schema|status|codes)\.ts$/,
      /^machines\/session\/(?:contact|password)\.rules\.ts$/,
      /^machines\/session\/contact\.entry\.ts$/,
      /^machines\/kernel\/typed-text\.ts$/,
    ],
    mustNotUse: /\bfetch\(/,
  },
  {
    files: /^src\/app\/render-portal\.tsx$/,
    mayImport: [
      PACKAGE.react,
      PACKAGE.i18n,
      /^react-router-dom$/,
      /^src\/(?:app|i18n)\//,
      /^src\/views\/(?:app\/portal\.context\.tsx|shell\/(?:(?:pages|portal)\.view|signed-in-parts)\.tsx?)$/,
    ],
  },
  {
    files: /^src\/app\/(?!render-portal)/,
    mayImport: [
      PACKAGE.react,
      PACKAGE.xstate,
      /^react-router-dom$/,
      /^machines\//,
      /^src\/(?:app|adapters|analytics|api|loader|contract|i18n|platform)\//,
      /^src\/views\/app\/portal\.context\.tsx$/,
    ],
  },
  { files: /^src\/loader\//, mayImport: [/^src\/loader\//] },
  {
    files: /^src\/api\//,
    mayImport: [
      PACKAGE.valibot,
      /^ofetch$/,
      /^crypto-js\//,
      /^machines\/kernel\/failure\.ts$/,
      /^src\/(?:api|contract)\//,
    ],
  },
  {
    files: /^src\/adapters\//,
    mayImport: [
      PACKAGE.valibot,
      /^machines\/(?:[\w-]+\/(?:[\w-]+\/)?[\w-]+\.(?:machine|ports|types|schema|failures|status|transitions|recipient|purchase|methods|codes)|kernel\/[\w-]+)\.ts$/,
      /^src\/(?:adapters|api|loader|contract|platform)\//,
    ],
  },
  {
    files: /^src\/platform\//,
    mayImport: [
      PACKAGE.valibot,
      /^web-vitals$/,
      /^machines\/kernel\//,
      /^src\/(?:loader|platform)\//,
      /^src\/service-worker\/worker-message\.ts$/,
    ],
  },
  {
    files: /^src\/service-worker\//,
    mayImport: [/^src\/service-worker\//],
    mustNotUse: /\b(?:window|document|localStorage|sessionStorage|Date\.now)\b\s*[(.]/,
  },
  {
    files: /^src\/ui\//,
    mayImport: [PACKAGE.react, /^(?:uqr|dompurify)$/, /^src\/(?:ui|styles)\//],
    mustNotUse: /\b(?:fetch\(|localStorage|Date\.now)/,
  },
  { files: /^src\/analytics\//, mayImport: [/^crypto-js\/hmac-sha256$/, /^src\/(?:analytics|contract)\//] },
  {
    files: /^src\/art\//,
    mayImport: [PACKAGE.react, PACKAGE.xstateReact, /^machines\/elements\//, /^src\/art\//, /^virtual:brand\//],
  },
  {
    files: /^src\/i18n\//,
    mayImport: [
      PACKAGE.i18n,
      PACKAGE.react,
      /^i18next-browser-languagedetector$/,
      /^dayjs(?:\/.*)?$/,
      /^libphonenumber-js\/min$/,
      /^machines\/(?:kernel|order)\//,
      /^src\/(?:i18n|loader)\//,
      /^src\/contract\/locales\.ts$/,
      /^virtual:i18n\/bundles$/,
      /^locales\//,
    ],
  },
  {
    files: /^src\/qa\/core\//,
    mayImport: [
      PACKAGE.xstate,
      PACKAGE.valibot,
      /^(?:diff|@statelyai\/inspect|elkjs\/lib\/elk-api\.js)$/,
      /^machines\/kernel\/rule\.ts$/,
      /^src\/qa\/core\//,
    ],
  },
  {
    files: /^src\/qa\/portal\//,
    mayImport: [
      PACKAGE.xstate,
      PACKAGE.valibot,
      PACKAGE.react,
      PACKAGE.i18n,
      /^react-dom\/static$/,
      /^machines\//,
      /^src\/(?:contract|i18n)\//,
      /^src\/views\/(?:app|shell)\//,
      /^src\/qa\/(?:core|portal)\//,
    ],
  },
  {
    files: /^src\/qa\/apps\//,
    mayImport: [
      STATUSES,
      PACKAGE.xstate,
      PACKAGE.valibot,
      PACKAGE.react,
      PACKAGE.xstateReact,
      PACKAGE.i18n,
      /^@statelyai\/inspect$/,
      /^elkjs\/lib\//,
      /^src\/(?:ui|styles|i18n)\//,
      /^src\/(?:main\.tsx|index\.html|contract\/locales\.ts)/,
      /^src\/platform\/(?:build-config|safe-storage|theme)\.ts$/,
      /^src\/qa\//,
    ],
  },
  { files: /^src\/qa\/core\/(?:redact|replay|compare|rules|chart)\//, mayImport: [/./], mustNotUse: BROWSER_GLOBALS },
  {
    files: /^src\/check-api\//,
    mayImport: [
      PACKAGE.node,
      /^machines\/order\/order\.(?:purchase|status)\.ts$/,
      /^ajv\//,
      /^src\/(?:api|check-api|contract)\//,
      /^src\/platform\/(?:build-environment|link-rules)\.ts$/,
      /^server\/openapi\//,
      /^vite\/build-config\.ts$/,
    ],
  },
  {
    files: /^vite\//,
    mayImport: [
      PACKAGE.node,
      PACKAGE.valibot,
      /^vite$/,
      /^vite\//,
      /^server\/(?:demo-environment|prepare)\.mjs$/,
      /^src\/contract\/(?:codes|locales)\.ts$/,
      /^src\/platform\/build-environment\.ts$/,
      /^src\/service-worker\/build-cache\.ts$/,
    ],
  },
];

const EXEMPT = /^src\/main\.tsx$/;

/** The layout of the client, and what the tools of a repository expect. */
const TOP_LEVEL =
  /^(?:(?:bench|brand|docs|locales|machines|server|src|tests|vite|\.ci|\.github)\/.*|(?:package(?:-lock)?|tsconfig|\.biome)\.json|vite\.config\.ts|(?:CHANGELOG|README|SECURITY)\.md|\.(?:editorconfig|gitattributes|gitignore|npmrc|nvmrc))$/;

test('the top level has only the folders and files of the layout', () => {
  expect(tracked.filter((path) => !TOP_LEVEL.test(path))).toEqual([]);
});

describe('the import table', () => {
  for (const layer of LAYERS) {
    test(`${layer.files.source} imports only what its layer allows`, () => {
      const wrong = sources
        .filter((path) => layer.files.test(path) && !EXEMPT.test(path))
        .flatMap((path) => importsOf(path).map((specifier) => [path, resolved(path, specifier)] as const))
        .filter(([, target]) => !layer.mayImport.some((allowed) => allowed.test(target)))
        .map(([path, target]) => `${path} → ${target}`);
      expect(wrong).toEqual([]);
    });
    if (!layer.mustNotUse) continue;
    const mustNotUse = layer.mustNotUse;
    test(`${layer.files.source} uses nothing that its layer forbids`, () => {
      const code = (path: string): string =>
        (textOf.get(path) ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '');
      const wrong = sources.filter((path) => layer.files.test(path) && mustNotUse.test(code(path)));
      expect(wrong).toEqual([]);
    });
  }

  test('each server folder imports only folders listed before it', () => {
    const ordered: string[] = [];
    for (const [folder, below] of Object.entries(SERVER_DOWNWARD)) {
      expect(below.filter((name) => !ordered.includes(name))).toEqual([]);
      ordered.push(folder);
    }
  });

  test('every source file of machines, src and server belongs to a layer', () => {
    const unassigned = sources.filter(
      (path) => !/^bench\//.test(path) && !EXEMPT.test(path) && !LAYERS.some((layer) => layer.files.test(path)),
    );
    expect(unassigned).toEqual([]);
  });
});

describe('names', () => {
  /** Words that no engineer in this field would search for. `docs/glossary.md` has the words to use. */
  const BANNED = new Set(
    `arrival arrive arrived arriving asked asking barred cargo come comes coming came doubt doubted elsewhere errand errands
    farewell followed forget forgotten happening hasty hear heard kept learn learnt mend nobody nudge nudged overhear owed
    patience purse resting retold roster said says somebody standing stranded strike surroundings tame tell telling tells told
    unaided weigh weighed weighing whoever wish wished wishes work world worlds`.split(/\s+/),
  );
  /** Why a name may contain a banned word. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'wish-lanterns.article.ts': 'Wish Lantern is an item of the demo game.',
    arrived: 'Links of earlier releases have this status.',
    standing: 'The API has this word for a rebate on every purchase.',
    WISH_LANTERN: 'Wish Lantern is an item of the demo game.',
    WISH_LANTERNS: 'Wish Lantern is an item of the demo game.',
  };
  const wordsOf = (name: string): string[] =>
    (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  const isBanned = (name: string): boolean =>
    !Object.hasOwn(EXCEPTIONS, name) && wordsOf(name).some((word) => BANNED.has(word));

  /** Identifiers; in machines also the strings that name states, events, guards and actions. Texts and comments do not count. */
  const namesOf = (path: string): string[] => {
    const isMachine = path.startsWith('machines/');
    const code = (textOf.get(path) ?? '')
      .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, ' ')
      .replace(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g, (_, quote: string, text: string) =>
        isMachine && quote === "'" && /^[a-z][A-Za-z]*(?:\.[A-Za-z]+)*$/.test(text) ? text : ' ',
      )
      .replace(/(?<![=\w])>[^<>{};=()]*(?=[<{])/g, '>');
    return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
  };

  test('no file, identifier, state or event has a banned word', () => {
    const wrong = sources.flatMap((path) => {
      const names = [path.split('/').at(-1) ?? '', ...namesOf(path)];
      return [...new Set(names.filter(isBanned))].map((name) => `${path}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  /** Words that comments, texts and string literals must not contain either. */
  const BANNED_PHRASES = /\b(?:hears|whoever|anew|somebody|c[ao]me of|asks nothing|today['’]s machines)\b/gi;
  const phrasesIn = (text: string): readonly string[] =>
    [...text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ').matchAll(BANNED_PHRASES)].map(([phrase]) => phrase);

  test('no comment or string has a banned phrase', () => {
    const wrong = sources
      .filter((path) => /^(?:machines|src|server)\//.test(path))
      .flatMap((path) => phrasesIn(textOf.get(path) ?? '').map((phrase) => `${path}: ${phrase}`));
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('no file is called index, utils, helpers, common or misc, and names are kebab-case with a role', () => {
    const code = tracked.filter((path) => CODE.test(path) || path.endsWith('.css'));
    const bad = code.filter((path) => {
      const name = path.split('/').at(-1) ?? '';
      return (
        /^(?:index|utils?|helpers?|common|misc)\./.test(name) ||
        !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/i.test(name.replace(/^\./, ''))
      );
    });
    expect(bad).toEqual([]);
  });

  test('a chart is one literal: no spread, no imported state', () => {
    const charts = sources.filter((path) => path.endsWith('.machine.ts'));
    const wrong = charts.filter((path) => {
      const [, chart = '', ...more] = (textOf.get(path) ?? '').split('createMachine(');
      return chart === '' || more.length > 0 || /createStateConfig|^\s*\.\.\./m.test(chart);
    });
    expect(charts.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test('every machine limits its microsteps: XState would run an endless loop of transitions forever', () => {
    const charts = sources.filter((path) => /^machines\/.*\.machine\.ts$/.test(path));
    const unlimited = charts.filter(
      (path) => !/^ {2}options: \{ maxIterations: 1_000 \},$/m.test(textOf.get(path) ?? ''),
    );
    expect(charts.length).toBeGreaterThan(0);
    expect(unlimited).toEqual([]);
  });
});

test('no test sleeps or is left as .todo', () => {
  const tests = tracked.filter((path) => /^tests\/(?!architecture)/.test(path) && CODE.test(path));
  expect(
    tests.filter((path) => /\b(?:test|it|describe)\.todo\b|waitForTimeout\(/.test(textOf.get(path) ?? '')),
  ).toEqual([]);
});

test.each([
  ['nothing is re-exported', /./, /^export\s*(?:\*|\{[^}]*\})\s*from/m],
  [
    // It accepts the nearest cent only if it is the amount: tests/api/forms.test.ts.
    'money is never rounded or read as a floating number, except by src/contract/forms.ts (S16)',
    /^(?:machines|src\/(?:contract(?!\/forms\.ts$)|adapters)|server\/(?:orders|payments|ledger|routes|sandbox))\//,
    /\b(?:parseFloat|toFixed|toPrecision|Math\.round)\b/,
  ],
  [
    'what a payment method means is a row of a registry, not a comparison',
    /^(?:machines|src)\/(?!order\/order\.(?:methods|purchase)\.ts$)/,
    /\bpayment\??\.kind\s*[!=]==?\s*'|\bPOINT_CHANNEL\b|\bfieldKey\s*[!=]==?\s*'/,
  ],
])('%s', (_, files, forbidden) => {
  expect(sources.filter((path) => files.test(path) && forbidden.test(textOf.get(path) ?? ''))).toEqual([]);
});

test.each([
  [
    'views send entries to machines and run no rule themselves (D13)',
    /^src\/views\//,
    /^machines\/[\w-]+\/(?:[\w-]+\/)?[\w-]+\.(?:rules|validation)\.ts$/,
  ],
  ['machines load no schema: they import its types', /^machines\//, SCHEMA],
  ['adapters import the types of a chart and not the chart', /^src\/adapters\//, /\.machine\.ts$/],
])('%s', (_, files, forbidden) => {
  const importers = sources.filter((path) => files.test(path));
  expect([importers.length > 0, sources.some((path) => forbidden.test(path))]).toEqual([true, true]);
  expect(importers.filter((path) => loadedBy(path).some((target) => forbidden.test(target)))).toEqual([]);
});

test('only the QA tools import temporal rules, and each file of them is in the list', () => {
  const rules = sources.filter((path) => TEMPORAL_RULES.test(path));
  const importers = sources.filter((path) => loadedBy(path).some((target) => TEMPORAL_RULES.test(target)));
  const LIST = 'src/qa/portal/all-rules.ts';
  expect(rules.length).toBeGreaterThan(0);
  expect(importers).toEqual([LIST]);
  expect(loadedBy(LIST).filter((path) => TEMPORAL_RULES.test(path))).toEqual(rules.toSorted());
});
