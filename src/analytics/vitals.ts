import type { StayDetails } from '../contract/analytics.contract.ts';

/** A Web Vital of this load so far. `value`: ms, or the score of layout shifts. `at`: a short name of the element, never its text. */
export type Vital = { readonly name: 'LCP' | 'INP' | 'CLS'; readonly value: number; readonly at: string };

/** The Web Vitals in the details of a stay. */
type VitalDetails = Omit<StayDetails, 'ms'>;

const LONGEST_MS = 86_400_000;
const LARGEST_SHIFT = 100_000;

const rounded = (value: number, largest: number): number => Math.max(0, Math.min(Math.round(value), largest));

/** Bounded integers: milliseconds, and thousandths of the score. */
export const vitalDetails = ({ name, value, at }: Vital): VitalDetails => {
  switch (name) {
    case 'LCP':
      return { lcp_ms: rounded(value, LONGEST_MS), lcp_at: at };
    case 'INP':
      return { inp_ms: rounded(value, LONGEST_MS), inp_at: at };
    case 'CLS':
      return { cls_thousandths: rounded(value * 1_000, LARGEST_SHIFT), cls_at: at };
  }
};
