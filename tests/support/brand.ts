import { readBrand } from '../../vite/read-brand.ts';

/** The brand that the tests build. */
export const { brand } = readBrand(process.cwd());
