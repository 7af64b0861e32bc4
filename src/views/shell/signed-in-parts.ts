import type { ComponentType } from 'react';
import { lazyPart, type PartCode } from '../app/lazy-part.tsx';
import type { signedIn } from './signed-in.view.tsx';

type SignedInParts = typeof signedIn;

let loaded: SignedInParts | null = null;
let announce: (parts: SignedInParts) => void = () => {};
const arrived = new Promise<SignedInParts>((resolve) => {
  announce = resolve;
});

/** Loads the parts of the frame for signed-in players. Once they are loaded, they are drawn without a fallback. */
export const loadSignedInParts = async (): Promise<SignedInParts> => {
  loaded ??= (await import('./signed-in.view.tsx')).signedIn;
  announce(loaded);
  return loaded;
};

/** Resolves when any call of `loadSignedInParts` succeeds. Never rejects. */
export const signedInParts = (): Promise<SignedInParts> => {
  void loadSignedInParts().catch(() => {});
  return arrived;
};

const part = <Props extends object>(pick: (parts: SignedInParts) => ComponentType<Props>): PartCode<Props> =>
  lazyPart(
    async () => pick(await signedInParts()),
    () => loaded && pick(loaded),
  );

export const accountMenu = part((parts) => parts.AccountMenu);
export const balanceChip = part((parts) => parts.BalanceChip);
export const bulletinStrip = part((parts) => parts.BulletinStrip);
export const paymentTitle = part((parts) => parts.PaymentTitle);
export const supportLink = part((parts) => parts.SupportLink);
export const topNavigation = part((parts) => parts.TopNavigation);
export const tabBar = part((parts) => parts.TabBar);
export const waitingOrders = part((parts) => parts.WaitingOrders);
