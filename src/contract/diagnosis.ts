import { CONTRACT, ENDPOINT_NAMES, SAMPLES } from './contract.ts';
import type { AnyEndpoint, Sample } from './endpoint.ts';
import type { Oddity } from './reading.ts';

const EFFECTS = {
  'entry unread': 'The page says that an entry cannot be read.',
  ignored: 'The page does without the value.',
} as const;

/** A value that could not be read, for the publisher of the API. `field`: its place in the body. */
export const explainReading = (path: string, { path: field, wanted, got, effect }: Oddity): string => {
  const name = ENDPOINT_NAMES.find((one) => CONTRACT[one].path === path);
  const sample: Sample<AnyEndpoint> | null = name ? SAMPLES[`${name}Sample`] : null;
  const seen = effect === 'failed' ? sample?.player : EFFECTS[effect];
  return `${path}: ${field || 'the body'} should be ${wanted}, and is ${got}. ${seen}`;
};
