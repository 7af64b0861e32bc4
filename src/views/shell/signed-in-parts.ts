import { PageTitle } from '../../ui/page-title.tsx';
import { lazyPart, lazyWithFallback } from '../app/lazy-part.tsx';

const load = async () => (await import('./signed-in.view.tsx')).signedIn;

export const accountMenu = lazyPart(async () => (await load()).AccountMenu);
export const balanceChip = lazyPart(async () => (await load()).BalanceChip);
export const bulletinStrip = lazyPart(async () => (await load()).BulletinStrip);
export const PaymentTitle = lazyWithFallback(async () => (await load()).PaymentTitle, PageTitle);
export const supportLink = lazyPart(async () => (await load()).SupportLink);
export const topNavigation = lazyPart(async () => (await load()).TopNavigation);
export const tabBar = lazyPart(async () => (await load()).TabBar);
export const waitingOrders = lazyPart(async () => (await load()).WaitingOrders);
