import { beforeEach, expect, test, vi } from 'vitest';
import { type Article, articleMachine, isBlank } from '../../machines/article/article.machine.ts';
import { selectArticleScreen } from '../../machines/article/article.screens.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input = { articleId: '1015' };
const article = (more: Partial<Article> = {}): Article => ({
  articleId: '1015',
  type: 2,
  title: 'Lantern Festival',
  titles: {},
  summary: '',
  summaries: {},
  imgUrlConfig: { pageImgUrl: '/media/lantern-festival.svg' },
  startTime: 1_760_000_000_000,
  body: '<p>Forty lights.</p>',
  bodies: {},
  ...more,
});
const answer = (more: Partial<Article> = {}) => done('loadArticle', article(more));
const refusal = (reason: 'forbidden' | 'articleMissing' | 'offline') => failed('loadArticle', failure(reason));
const retry = { type: 'load.retry' };

beforeEach(() => void vi.useFakeTimers());

const play = async (...events: readonly { type: string }[]) => {
  const harness = await startHarness(articleMachine, { input }).after(...events);
  return { harness, screen: selectArticleScreen(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (CONT-02)', async () => {
  const names = await coverScreens(articleMachine, {
    inputs: [input],
    events: [
      answer(),
      answer({ body: '<p></p>' }),
      ...(['forbidden', 'articleMissing', 'offline'] as const).map(refusal),
      retry,
    ],
    screen: selectArticleScreen,
  });
  expect(names).toEqual(['empty', 'failed', 'loading', 'shown', 'unknown']);
});

const BLANK = { body: '<p>&nbsp;</p>' };
const failedWith = (reason: 'forbidden' | 'offline') => ({
  name: 'failed',
  articleId: '1015',
  failure: failure(reason),
});

test.each<[what: string, events: readonly { type: string }[], screen: object]>([
  ['an unknown article', [refusal('articleMissing')], { name: 'unknown', articleId: '1015' }],
  ['a retry of an unknown article', [refusal('articleMissing'), retry, answer()], { name: 'shown' }],
  ['an article without content', [answer(BLANK)], { name: 'empty', articleId: '1015', article: article(BLANK) }],
  ['a retry of an article without content', [answer(BLANK), retry], { name: 'loading', articleId: '1015' }],
  ['an article that has content by now', [answer(BLANK), retry, answer()], { name: 'shown' }],
  ['a failure', [refusal('offline')], failedWith('offline')],
  ['a retry after a failure', [refusal('offline'), retry], { name: 'loading' }],
  ['a forbidden article', [refusal('forbidden')], failedWith('forbidden')],
])('the screen after %s (CONT-02, ERRS-06)', async (_, events, screen) => {
  expect((await play(...events)).screen).toMatchObject(screen);
});

test('a forbidden article is reported (ROUTE-17)', async () => {
  expect((await play(refusal('forbidden'))).harness.reports).toEqual([{ type: 'screen.forbidden' }]);
});

test.each([
  '',
  ' ',
  '<p></p>',
  '<p>\u200b</p>',
  '<p>&nbsp;<br></p>',
  '<!-- soon -->',
  '<!-- <p>soon</p> -->',
  '<!-- <img src="/media/a.svg"> -->',
  '<div><span> &#160; </span>&#xA0;</div>',
])('%j is no content (CONT-02)', (body) => {
  expect(isBlank(article({ body }))).toBe(true);
  expect(isBlank(article({ body, bodies: { 'de-DE': '<p>Inhalt</p>' } }))).toBe(false);
});
