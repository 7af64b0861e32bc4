import { SupportLink } from '../app/support-link.view.tsx';
import { BulletinStrip } from '../bulletins/bulletin-strip.view.tsx';
import { PaymentTitle } from '../payment/payment-title.view.tsx';
import { AccountChoice } from './account-choice.view.tsx';
import { AccountMenu } from './account-menu.view.tsx';
import { BalanceChip } from './balance-chip.view.tsx';
import { TabBar, TopNavigation } from './navigation.view.tsx';
import { WaitingOrders } from './waiting-orders.view.tsx';

/** Parts of the frame for signed-in players, in one chunk. */
export const signedIn = {
  AccountChoice,
  AccountMenu,
  BalanceChip,
  BulletinStrip,
  PaymentTitle,
  SupportLink,
  TabBar,
  TopNavigation,
  WaitingOrders,
};
