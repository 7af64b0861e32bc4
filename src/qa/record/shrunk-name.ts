import type { Flow } from './flow.file.ts';

const ENDING = ', minimal';

export const shrunkName = (name: string): string => `${name}${ENDING}`;

/** Whether `npm run qa -- --shrink` wrote the recording: actions may be missing that its pages need. */
export const isShrunk = ({ name }: Pick<Flow, 'name'>): boolean => name.endsWith(ENDING);
