import { articleMachine } from '../../../machines/article/article.machine.ts';
import { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { bulletinsMachine } from '../../../machines/bulletins/bulletins.machine.ts';
import { epointRechargeMachine } from '../../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { homeMachine } from '../../../machines/home/home.machine.ts';
import { listRouteMachine } from '../../../machines/lists/list-route.machine.ts';
import { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { portalMachine } from '../../../machines/portal/portal.machine.ts';
import { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';
import { passwordResetMachine } from '../../../machines/session/password-reset.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { verificationMachine } from '../../../machines/session/verification.machine.ts';
import { signedInMachine } from '../../../machines/signed-in/signed-in.machine.ts';
import './allowed-keys.ts';
import './all-rules.ts';
import { describeSubject } from '../core/subject.ts';

export const signedInSystem = signedInMachine.provide({
  actors: {
    balance: balanceMachine,
    recharge: rechargeMachine,
    epointRecharge: epointRechargeMachine,
    payment: paymentMachine,
    orderDetail: orderDetailMachine,
    listRoute: listRouteMachine,
    article: articleMachine,
    bulletins: bulletinsMachine,
    home: homeMachine,
  },
});

const sessionSystem = sessionMachine.provide({
  actors: { verification: verificationMachine, passwordReset: passwordResetMachine },
});

/** The root of the portal with every machine below it, unwired. Recordings are replayed on it. */
export const portalSystem = portalMachine.provide({ actors: { signedIn: signedInSystem, session: sessionSystem } });

describeSubject({ system: portalSystem });
