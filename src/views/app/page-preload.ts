import { createContext } from 'react';

/** Loads the code of the page that a path of this portal opens. */
export const PagePreload = createContext<(to: string) => void>(() => {});
