import { type Rule, ruleAbout } from '../kernel/rule.ts';
import { auditLedger } from './ledger.audit.ts';
import { isEmpty } from './list.pages.ts';
import type { ListSnapshot } from './list.screens.ts';
import type { ListContext, ListResult } from './list.types.ts';

const aboutLists = ruleAbout<ListSnapshot>('list');

/** The oldest entry whose balance is wrong: one wrong balance is passed on to each newer entry. */
const entriesAddUp = aboutLists({
  id: 'entries-add-up',
  sentence: 'The balance after an entry of the E Point history is the balance before it plus its change.',
  check: (_, { snapshot }) => {
    const { shown } = snapshot.context;
    if (shown?.content.kind !== 'ledger') return null;
    const { rows } = shown.content;
    const flaw = rows.map((_, at) => auditLedger(rows.slice(at, at + 2), shown, null)).findLast((one) => one !== null);
    if (flaw?.kind !== 'gap') return null;
    const { entryId, expected, found } = flaw;
    const kind = found.present === expected.present ? 'basic' : 'present';
    const problem = `entry ${entryId} leaves ${found[kind]} instead of ${expected[kind]}`;
    return { problem, wrong: [found[kind]], right: expected[kind] };
  },
});

const firstIdIn = ({ content }: ListResult): string | null => {
  if (content.kind === 'orders') return content.rows[0]?.paymentId ?? null;
  return content.kind === 'ledger' ? (content.rows[0]?.entryId ?? null) : (content.rows[0]?.articleId ?? null);
};

const pagesDiffer = aboutLists({
  id: 'pages-differ',
  sentence: 'A page of a list has entries that the page before it does not have.',
  memory: 1,
  check: (requested, { event, snapshot }) => {
    const { output } = event as { readonly output?: ListResult };
    const { page }: ListContext = snapshot.context;
    if (event.type !== 'xstate.done.actor.loadPage' || !output || isEmpty(output) || page >= requested) return null;
    const id = firstIdIn(output);
    return {
      problem: `page ${requested} has the entries of page ${page}`,
      wrong: id === null ? [] : [id],
      right: null,
    };
  },
  remember: (_, { snapshot }) => snapshot.context.page,
});

export const LIST_RULES: readonly Rule[] = [entriesAddUp, pagesDiffer];
