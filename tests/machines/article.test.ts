import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Article, articleMachine, isBlank } from '../../machines/article/article.machine.ts';
import { selectArticleScreen } from '../../machines/article/article.screens.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
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
const answer = (more: Partial<Article> = {}) => ({ type: 'xstate.done.actor.loadArticle', output: article(more) });
const refusal = (reason: 'forbidden' | 'articleMissing' | 'offline') => ({
  type: 'xstate.error.actor.loadArticle',
  error: failure(reason),
});
const retry = { type: 'load.retry' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (...events: readonly { type: string }[]) => {
  const harness = startHarness(articleMachine, { input });
  for (const event of events) await harness.perform(event);
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

describe('loading', () => {
  test('an unknown article has its own screen and can be loaded again (CONT-02)', async () => {
    expect((await play(refusal('articleMissing'))).screen).toEqual({ name: 'unknown', articleId: '1015' });
    expect((await play(refusal('articleMissing'), retry, answer())).screen.name).toBe('shown');
  });

  test('an article without content is empty and keeps its header (CONT-02)', async () => {
    const blank = { body: '<p>&nbsp;</p>' };
    expect((await play(answer(blank))).screen).toEqual({
      name: 'empty',
      articleId: '1015',
      article: article(blank),
    });
    expect((await play(answer(blank), retry)).screen).toEqual({ name: 'loading', articleId: '1015' });
    expect((await play(answer(blank), retry, answer())).screen.name).toBe('shown');
  });

  test('a failure is shown and can be retried (ERRS-06)', async () => {
    expect((await play(refusal('offline'))).screen).toEqual({
      name: 'failed',
      articleId: '1015',
      failure: failure('offline'),
    });
    expect((await play(refusal('offline'), retry)).screen.name).toBe('loading');
  });

  test('a forbidden article is reported, and its screen has the reason (ROUTE-17)', async () => {
    const { harness, screen } = await play(refusal('forbidden'));
    expect(harness.reports).toEqual([{ type: 'screen.forbidden' }]);
    expect(screen).toEqual({ name: 'failed', articleId: '1015', failure: failure('forbidden') });
  });
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
