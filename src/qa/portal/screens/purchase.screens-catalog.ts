import {
  type EpointRechargeScreen,
  selectEpointRechargeScreen,
} from '../../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { isInPhase, ORDER_STATUSES } from '../../../../machines/order/order.status.ts';
import {
  type PaymentScreen,
  type ResultScreen,
  selectPaymentScreen,
} from '../../../../machines/payment/payment.screens.ts';
import { type RechargeScreen, selectRechargeScreen } from '../../../../machines/recharge/recharge.screens.ts';
import { selectResumePurchase } from '../../../../machines/signed-in/signed-in.screens.ts';
import { named, type PageState, type ScreenVariants, screenVariants } from './screen-variants.ts';

const resumePurchaseName = (way: ReturnType<typeof selectResumePurchase>, { payment }: PageState) => {
  if (way === null || payment?.name !== 'delivered') return null;
  return way === 'choices' ? 'way back to the choices' : 'way back to the order';
};

const uncertainName = ({ lookingUp }: { readonly lookingUp: boolean }) =>
  `uncertain ${lookingUp ? 'looking up' : 'waiting'}` as const;

const rechargeName = (screen: RechargeScreen) => {
  switch (screen.name) {
    case 'inactive':
      return null;
    case 'server':
      return `server ${screen.servers.state}` as const;
    case 'role':
      return screen.roles.state === 'ready' && screen.roleId !== null
        ? 'role preselected'
        : (`role ${screen.roles.state}` as const);
    case 'item':
      return `item ${screen.items.state}` as const;
    case 'channel':
      return `channel ${screen.channels.state}` as const;
    case 'confirm':
      return screen.busy ? 'confirm with a new price' : screen.name;
    case 'uncertain':
      return uncertainName(screen);
    default:
      return screen.name;
  }
};

/** Only E Points are credited, and the other wizard sells them. */
const rechargeNotice = (screen: RechargeScreen) => {
  const notice = 'notice' in screen ? screen.notice : null;
  return notice && notice.kind !== 'credit-changed' ? (`notice ${notice.kind}` as const) : null;
};

const epointRechargeName = (screen: EpointRechargeScreen) => {
  if (screen.name === 'inactive') return null;
  return screen.name === 'uncertain' ? uncertainName(screen) : screen.name;
};

/** E Points have no role as recipient. */
const epointRechargeNotice = (screen: EpointRechargeScreen) => {
  const notice = 'notice' in screen ? screen.notice : null;
  if (!notice) return null;
  switch (notice.kind) {
    case 'role-gone':
    case 'maintenance':
    case 'recipient-needed':
      return null;
    default:
      return `notice ${notice.kind}` as const;
  }
};

type Unpaid = Extract<PaymentScreen, { readonly name: 'unpaid' }>;

const unpaidName = ({ offline, failure, notReceived }: Unpaid) => {
  if (offline) return 'unpaid offline';
  if (failure) return 'unpaid in trouble';
  return notReceived ? 'unpaid not received' : 'unpaid';
};

/** A deferred order appears in the banner of every page, any other order where its payment is drawn. */
const paymentName = (screen: PaymentScreen, { payment }: PageState) => {
  if (screen.name !== 'deferred' && screen.ticket.orderId !== payment?.ticket.orderId) return null;
  switch (screen.name) {
    case 'unpaid':
      return unpaidName(screen);
    case 'paid':
    case 'delivered':
      return screen.late ? (`${screen.name} late` as const) : screen.name;
    default:
      return screen.name;
  }
};

type Result = Exclude<ResultScreen['name'], 'unknown'>;

const RESULTS = Object.fromEntries(
  ORDER_STATUSES.filter((status) => !isInPhase(status, 'unpaid')).map((status) => [status, true]),
) as Record<Result, true>;

type MethodScreens = {
  readonly screenNames: readonly string[];
  readonly screenName: (snapshot: never) => string;
};

/** `payment/<kind>/<machine>.screens.ts` of each payment method. */
const METHODS = import.meta.glob<MethodScreens>('../../../../machines/payment/*/*.screens.ts', { eager: true });

/** The screens of a payment method are visible while the order of the page waits for its payment in this way. */
const METHOD_SCREENS = Object.fromEntries(
  Object.entries(METHODS).map(([path, { screenNames, screenName }]) => {
    const [kind, file = ''] = path.split('/').slice(-2);
    const variants: ScreenVariants = {
      part: null,
      names: screenNames,
      nameOf: (snapshot, { payment }) => {
        const { orderId } = (snapshot as { readonly context: { readonly orderId: string } }).context;
        const isPaying =
          payment?.name === 'unpaid' && payment.ticket.payment.kind === kind && payment.ticket.orderId === orderId;
        return isPaying ? screenName(snapshot as never) : null;
      },
    };
    return [file.replace('.screens.ts', ''), [variants]];
  }),
);

/** What both wizards have. */
const NOTICES = ['item-gone', 'channel-closed', 'price-changed'] as const;
const ORDERED = { creating: true, ...named(['uncertain'], ['looking up', 'waiting']), payment: true } as const;

/** The two wizards and the payment of an order. */
export const PURCHASE_SCREENS: Readonly<Record<string, readonly ScreenVariants[]>> = {
  recharge: [
    screenVariants(selectRechargeScreen, rechargeName, {
      ...named(['server', 'role', 'item', 'channel'], ['loading', 'failed', 'empty', 'ready']),
      'role preselected': true,
      confirm: true,
      'confirm with a new price': true,
      ...ORDERED,
    }),
    screenVariants(
      selectRechargeScreen,
      rechargeNotice,
      named(['notice'], ['role-gone', 'maintenance', ...NOTICES, 'not-created', 'recipient-needed']),
    ),
  ],
  epointRecharge: [
    screenVariants(selectEpointRechargeScreen, epointRechargeName, {
      loading: true,
      failed: true,
      empty: true,
      item: true,
      channel: true,
      confirm: true,
      ...ORDERED,
    }),
    screenVariants(
      selectEpointRechargeScreen,
      epointRechargeNotice,
      named(['notice'], [...NOTICES, 'credit-changed', 'not-created']),
    ),
  ],
  payment: [
    screenVariants(selectPaymentScreen, paymentName, {
      unpaid: true,
      ...named(['unpaid'], ['not received', 'in trouble', 'offline']),
      deferred: true,
      'last-check': true,
      ...RESULTS,
      ...named(['paid', 'delivered'], ['late']),
      unknown: true,
    }),
  ],
  ...METHOD_SCREENS,
  'signed-in': [
    screenVariants(selectResumePurchase, resumePurchaseName, named(['way back to the'], ['choices', 'order'])),
  ],
};
