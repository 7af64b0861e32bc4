/** Element id for the buttons that open the account menu, whose code may still be loading. */
export const ACCOUNT_MENU = 'account-menu';
