/** The names and addresses of the publisher, and the colors of its pages as custom properties. vite/brand.ts replaces the constant. */
declare const SERVER_BRAND: Readonly<Record<'name' | 'domain' | 'support' | 'dark' | 'light', string>>;

export const brand = SERVER_BRAND;
