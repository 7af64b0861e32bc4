import type { ComponentType } from 'react';
import { lazyPart } from '../app/lazy-part.tsx';
import type { signedIn } from './signed-in.view.tsx';

type FrameParts = typeof signedIn;

let loaded: FrameParts | null = null;
let announce: (parts: FrameParts) => void = () => {};
const arrived = new Promise<FrameParts>((resolve) => {
  announce = resolve;
});

/** Loads the parts of the frame for signed-in players. Once they are loaded, they are drawn without a fallback. */
export const loadSignedInParts = async (): Promise<FrameParts> => {
  loaded ??= (await import('./signed-in.view.tsx')).signedIn;
  announce(loaded);
  return loaded;
};

/** Resolves when any call of `loadSignedInParts` succeeds. Never rejects. */
export const waitForFrameParts = (): Promise<FrameParts> => {
  void loadSignedInParts().catch(() => {});
  return arrived;
};

const part = <Props extends object>(pick: (parts: FrameParts) => ComponentType<Props>): ComponentType<Props> =>
  lazyPart(
    async () => pick(await waitForFrameParts()),
    () => loaded && pick(loaded),
  );

export const AccountChoice = part((parts) => parts.AccountChoice);
export const AccountMenu = part((parts) => parts.AccountMenu);
export const BalanceChip = part((parts) => parts.BalanceChip);
export const BulletinStrip = part((parts) => parts.BulletinStrip);
export const PaymentTitle = part((parts) => parts.PaymentTitle);
export const SupportLink = part((parts) => parts.SupportLink);
export const TopNavigation = part((parts) => parts.TopNavigation);
export const TabBar = part((parts) => parts.TabBar);
export const WaitingOrders = part((parts) => parts.WaitingOrders);
