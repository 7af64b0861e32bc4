import { lazyPart } from './lazy-part.ts';

/** The button that opens the account menu names it, whether or not its code is there yet. */
export const ACCOUNT_MENU = 'account-menu';

const load = async () => (await import('./signed-in.view.tsx')).signedIn;

export const AccountMenu = lazyPart(async () => (await load()).AccountMenu);
export const BalanceChip = lazyPart(async () => (await load()).BalanceChip);
export const BulletinStrip = lazyPart(async () => (await load()).BulletinStrip);
export const SupportLink = lazyPart(async () => (await load()).SupportLink);
export const TopNavigation = lazyPart(async () => (await load()).TopNavigation);
export const TabBar = lazyPart(async () => (await load()).TabBar);
export const WaitingOrders = lazyPart(async () => (await load()).WaitingOrders);
