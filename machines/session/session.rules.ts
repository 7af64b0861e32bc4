import type { SnapshotFrom } from 'xstate';
import { type Rule, ruleAbout, withEntry } from '../kernel/rule.ts';
import type { sessionMachine } from './session.machine.ts';
import type { verificationMachine } from './verification.machine.ts';

const secretIsCleared = ruleAbout<SnapshotFrom<typeof sessionMachine>>('session')({
  id: 'secret-is-cleared',
  sentence: 'A password or a code stays in the session only while the login request runs.',
  check: (_, { snapshot }) => {
    const isRequesting = snapshot.matches({ anonymous: { entry: 'authenticating' } });
    return snapshot.context.passwordRef === null || isRequesting ? null : 'the session still refers to a secret';
  },
});

const cooldownNeverUp = ruleAbout<SnapshotFrom<typeof verificationMachine>>('verification')({
  id: 'cooldown-never-up',
  sentence: 'The countdown to the next code starts again only when a code is sent.',
  memory: new Map<string, number>(),
  check: (ends, { path, event, snapshot }) => {
    const known = ends.get(path);
    const isSent = event.type === 'xstate.done.actor.sendCode';
    const { resendAt } = snapshot.context;
    return known !== undefined && resendAt > known && !isSent ? `it grows by ${resendAt - known} ms` : null;
  },
  remember: (ends, { path, snapshot }) => withEntry(ends, path, snapshot.context.resendAt),
});

export const SESSION_RULES: readonly Rule[] = [secretIsCleared, cooldownNeverUp];
