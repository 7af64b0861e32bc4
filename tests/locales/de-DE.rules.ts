import type { LocaleRules } from './locale-rules.ts';
import { WRITTEN_AMOUNT } from './writing-rules.ts';

export const rules: LocaleRules = {
  script: 'latin',
  loanwords: [
    'Bonus',
    'Code',
    'Details',
    'Event',
    'Events',
    'Guide',
    'Guides',
    'News',
    'OK',
    'Server',
    'Status',
    'System',
  ],
  sentenceEnd: /\.$/,
  never: {
    'misleading or replaced terms':
      /\bNeues\b(?! Passwort)|E-Punkte|Artikel|Rückvergütung|Kundendienst|\bSupport\b|Dienstleister|Nutzungsvereinbarung|angelegt|Bonuspunkte|vom Server|Mannschaft|Ihre Artikel|nachfragen|Zeit zum Bezahlen|Jaderiff|Silberdüne/i,
    'the name of the balance without its non-breaking hyphen': /\bE[-\s]Point/,
    'a percent sign that is spaced incorrectly': /[\d}] ?%/,
    'an informal address': /\b(?:du|dir|dich|dein|deine[mnrs]?)\b/i,
  },
  neverInPortal: {
    'an amount of money': WRITTEN_AMOUNT,
    'several sentences without a mark at the end': /[.!?] \p{Lu}.*[^.!?…):]$/u,
    'two sentences that a comma joins': /, bitte (?:geben|laden|versuchen|wählen) Sie/,
    'an ellipsis without a non-breaking space': /[^\u00a0]…/,
  },
};
