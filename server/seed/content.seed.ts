import { ARTICLE_TYPE } from '../../src/contract/content.contract.ts';
import { DEFAULT_LOCALE } from '../../src/contract/locales.ts';
import type { articles, bulletins } from '../db/schema.ts';
import { linesOf, named } from '../texts/server-texts.ts';
import { SERVERS } from './games.seed.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const inline = (text: string): string =>
  escaped(text).replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, to: string) => `<a href="${to}">${words}</a>`);

const cells = (row: string, tag: 'td' | 'th'): string =>
  `<tr>${row
    .slice(2)
    .split(' | ')
    .map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${inline(cell)}</${tag}>`)
    .join('')}</tr>`;

const table = ([head = '', ...rows]: readonly string[]): string =>
  `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;

const list = (points: readonly string[]): string =>
  `<ul>${points.map((point) => `<li>${inline(point.slice(2))}</li>`).join('')}</ul>`;

const kindOf = (line: string): 'list' | 'table' | 'heading' | 'paragraph' => {
  if (line.startsWith('- ')) return 'list';
  if (line.startsWith('| ')) return 'table';
  return line.startsWith('# ') ? 'heading' : 'paragraph';
};

/**
 * Renders the lines of an article as HTML: `# ` is a heading, `- ` a list item, `| ` a table row (the first one is the header), anything else
 * a paragraph. `[text](/path)` is a link. Adjacent items or rows form one list or table.
 */
const bodyHtml = (lines: readonly string[]): string => {
  const blocks: string[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const kind = kindOf(line);
    const goesOn = last?.[0] !== undefined && kindOf(last[0]) === kind && (kind === 'list' || kind === 'table');
    if (goesOn) last.push(line);
    else blocks.push([line]);
  }
  return blocks
    .map((block) => {
      const [line = ''] = block;
      const kind = kindOf(line);
      if (kind === 'list') return list(block);
      if (kind === 'table') return table(block);
      return kind === 'heading' ? `<h2>${inline(line.slice(2))}</h2>` : `<p>${inline(line)}</p>`;
    })
    .join('');
};

/** `img`: file name of a picture in server/content/media. `daysAgo`: age of the article when the database is seeded. */
type Article = {
  readonly articleId: string;
  readonly type: 'news' | 'event' | 'strategy';
  readonly img: string;
  readonly daysAgo: number;
};

/** The last one is announced, but not written yet. */
const WRITTEN = [
  { articleId: '1015', type: 'event', img: 'lantern-festival', daysAgo: 1 },
  { articleId: '1014', type: 'news', img: 'ember-bay', daysAgo: 2 },
  { articleId: '1011', type: 'strategy', img: 'gem-rebates', daysAgo: 9 },
  { articleId: '1009', type: 'news', img: 'safe-account', daysAgo: 13 },
  { articleId: '1005', type: 'strategy', img: 'wish-lanterns', daysAgo: 26 },
  { articleId: '1001', type: 'event', img: 'winter-voyage', daysAgo: 44 },
] as const satisfies readonly Article[];

/** The same news about several servers. */
const REOPENED = [
  { articleId: '1008', serverId: '103', img: 'storm-season', daysAgo: 16 },
  { articleId: '1007', serverId: '102', img: 'moonlit-regatta', daysAgo: 19 },
  { articleId: '1006', serverId: '201', img: 'comet-season', daysAgo: 22 },
  { articleId: '1004', serverId: '101', img: 'beacon-route', daysAgo: 30 },
  { articleId: '1003', serverId: '202', img: 'comet-cup', daysAgo: 35 },
  { articleId: '1002', serverId: '105', img: 'quiet-cove', daysAgo: 41 },
] as const;

const DAY_MS = 86_400_000;
/** Editors publish at ten in the morning, UTC. */
const HOUR_MS = 10 * 3_600_000;

const mapped = <From, To>(texts: Readonly<Record<string, From>>, change: (text: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, change(text)]));

/** Dates are relative to the day of seeding. */
export const articlesOf = (now: Date): (typeof articles.$inferInsert)[] => {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const row = ({ articleId, type, img, daysAgo }: Article, texts: Readonly<Record<string, readonly string[]>>) => {
    const titles = mapped(texts, ([title = '']) => title);
    const summaries = mapped(texts, ([, summary = '']) => summary);
    const bodies = mapped(texts, ([, , ...body]) => bodyHtml(body));
    return {
      articleId,
      type: ARTICLE_TYPE[type],
      img: `/media/${img}.svg`,
      title: titles[DEFAULT_LOCALE] ?? '',
      titles,
      summary: summaries[DEFAULT_LOCALE] ?? '',
      summaries,
      body: bodies[DEFAULT_LOCALE] ?? '',
      bodies,
      publishedAt: new Date(midnight - daysAgo * DAY_MS + HOUR_MS),
    };
  };
  const reopened = linesOf('article.reopened');
  return [
    ...WRITTEN.map((article) => row(article, linesOf(`article.${article.articleId}`))),
    ...REOPENED.map(({ serverId, ...article }) => {
      const name = SERVERS.find((server) => server.serverId === serverId)?.serverName ?? '';
      const texts = mapped(reopened, (lines) => lines.map((line) => line.replace('{server}', name)));
      return row({ ...article, type: 'news' }, texts);
    }),
  ];
};

const bulletin = (bulletinId: 'b1' | 'b2' | 'b3', position: number, articleId: string) => {
  const { name, names } = named(`bulletin.${bulletinId}`);
  return { bulletinId, position, articleId, title: name, titles: names };
};

export const BULLETINS: readonly (typeof bulletins.$inferInsert)[] = [
  bulletin('b1', 1, '1014'),
  bulletin('b2', 2, '1015'),
  bulletin('b3', 3, '1009'),
];
