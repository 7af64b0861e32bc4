import type { ComponentType } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';
import { lazyPart, lazyWithFallback, type PartCode } from '../app/lazy-part.tsx';
import type { signedIn } from './signed-in.view.tsx';

type SignedInParts = typeof signedIn;

let loaded: SignedInParts | null = null;

/** The parts of the frame for signed-in players. Once they are loaded, they are drawn without a fallback. */
export const loadSignedInParts = async (): Promise<SignedInParts> => {
  loaded ??= (await import('./signed-in.view.tsx')).signedIn;
  return loaded;
};

const part = <Props extends object>(pick: (parts: SignedInParts) => ComponentType<Props>): PartCode<Props> =>
  lazyPart(
    async () => pick(await loadSignedInParts()),
    () => loaded && pick(loaded),
  );

export const accountMenu = part((parts) => parts.AccountMenu);
export const balanceChip = part((parts) => parts.BalanceChip);
export const bulletinStrip = part((parts) => parts.BulletinStrip);
export const PaymentTitle = lazyWithFallback(async () => (await loadSignedInParts()).PaymentTitle, PageTitle);
export const supportLink = part((parts) => parts.SupportLink);
export const topNavigation = part((parts) => parts.TopNavigation);
export const tabBar = part((parts) => parts.TabBar);
export const waitingOrders = part((parts) => parts.WaitingOrders);
