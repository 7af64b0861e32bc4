import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A bank transfer with instructions: the smallest payment method with a machine and a screen. */
const MEMBER = "  | { readonly kind: 'transfer'; readonly account: string }";

type Edit = { readonly path: string; readonly from: string; readonly to: string };

const row = (path: string, from: string, to: string): Edit => ({ path, from, to: `${from}${to}` });

export const TYPE_EDIT: Edit = {
  path: 'machines/order/order.types.ts',
  from: 'export type PaymentMethod =',
  to: `export type PaymentMethod =\n${MEMBER}`,
};

/** The rows that `docs/contributing.md` requires, each at the start of its registry, so that other methods do not move the place. */
export const ROW_EDITS: readonly Edit[] = [
  row(
    'machines/order/order.methods.ts',
    'METHOD_TRAITS: Readonly<Record<MethodKind, MethodTraits>> = {',
    '\n  transfer: { opensWindow: false, takesPoints: false },',
  ),
  row('machines/order/order.purchase.ts', "    case 'points':", "\n    case 'transfer':"),
  row('machines/order/order.purchase.ts', "'redirect'>, ReadPayment>> = {", '\n  transfer: () => null,'),
  row(
    'machines/order/order.purchase.ts',
    'item: Item) => PaymentMethod>> = {',
    "\n  transfer: () => ({ kind: 'transfer', account: '' }),",
  ),
  row('machines/payment/payment.methods.ts', 'METHOD_MACHINES = {', '\n  transfer: transferPaymentMachine,'),
  row(
    'machines/payment/payment.methods.ts',
    "import { pointPaymentMachine } from './points/point-payment.machine.ts';",
    "\nimport { transferPaymentMachine } from './transfer/transfer-payment.machine.ts';",
  ),
  row('machines/payment/payment.ports.ts', 'type MethodPorts = {', ' readonly transfer: TransferPaymentPorts;'),
  row('machines/payment/payment.ports.ts', 'const WIRING = {', ' transfer: wireTransferPayment,'),
  row(
    'machines/payment/payment.ports.ts',
    '      points: WIRING.points(ports.methods.points),',
    '\n      transfer: WIRING.transfer(ports.methods.transfer),',
  ),
  row(
    'machines/payment/payment.ports.ts',
    "import { type PointPaymentPorts, wirePointPayment } from './points/point-payment.ports.ts';",
    "\nimport { type TransferPaymentPorts, wireTransferPayment } from './transfer/transfer-payment.ports.ts';",
  ),
  row('src/adapters/payment.adapter.ts', 'methods: {', ' transfer: createTransferPaymentPorts(),'),
  row(
    'src/adapters/payment.adapter.ts',
    "import { createPointPaymentPorts, type PointPaymentParts } from './point-payment.adapter.ts';",
    "\nimport { createTransferPaymentPorts } from './transfer-payment.adapter.ts';",
  ),
  row(
    'src/adapters/order-requests.ts',
    'Record<MethodKind, Creation>> = {',
    '\n    transfer: { item: createMoneyOrder, points: createPointPurchase },',
  ),
  row(
    'src/adapters/resume.record.ts',
    'const PAYMENTS = {',
    "\n  transfer: v.object({ kind: v.literal('transfer'), account: text }),",
  ),
  row('src/adapters/resume.record.ts', '[PAYMENTS.redirect,', ' PAYMENTS.transfer,'),
  row('src/views/payment/method-views.ts', 'ComponentType<MethodProps>>> = {', '\n  transfer: TransferPayment,'),
  row(
    'src/views/payment/method-views.ts',
    "import { RedirectPayment } from './redirect/redirect-payment.view.tsx';",
    "\nimport { TransferPayment } from './transfer/transfer-payment.view.tsx';",
  ),
  row(
    'src/qa/gallery/purchase.screens-catalog.ts',
    'const METHOD_SCREENS = {',
    '\n  transfer: screenVariants(selectTransferPaymentScreen, ({ name }) => name, { waiting: true }),',
  ),
  row(
    'src/qa/gallery/purchase.screens-catalog.ts',
    "  'point-payment': [METHOD_SCREENS.points],",
    "\n  'transfer-payment': [METHOD_SCREENS.transfer],",
  ),
  row(
    'src/qa/gallery/purchase.screens-catalog.ts',
    "} from '../../../machines/payment/redirect/redirect-payment.screens.ts';",
    "\nimport { selectTransferPaymentScreen } from '../../../machines/payment/transfer/transfer-payment.screens.ts';",
  ),
];

const MACHINES = 'machines/payment/transfer';

/** The files of the new method, one folder in each layer. */
export const NEW_FILES: Readonly<Record<string, string>> = {
  [`${MACHINES}/transfer-payment.types.ts`]: `
    import type { MethodEvent, MethodInput } from '../method.types.ts';
    export type TransferPaymentInput = MethodInput<'transfer'>;
    export type TransferPaymentContext = { readonly orderId: string; readonly account: string };
    export type TransferPaymentEvent = { readonly type: 'transfer.sent' } | MethodEvent;
  `,
  [`${MACHINES}/transfer-payment.setup.ts`]: `
    import { sendParent, setup } from 'xstate';
    import { portStub } from '../../kernel/port.ts';
    import type { MethodReport } from '../method.types.ts';
    import type { TransferPaymentContext, TransferPaymentEvent, TransferPaymentInput } from './transfer-payment.types.ts';
    export const transferPaymentSetup = setup({
      types: {
        context: {} as TransferPaymentContext,
        events: {} as TransferPaymentEvent,
        input: {} as TransferPaymentInput,
      },
      actors: { reportTransfer: portStub<void, { orderId: string }>('reportTransfer') },
      actions: { reportSent: sendParent({ type: 'order.check' } satisfies MethodReport) },
    });
  `,
  [`${MACHINES}/transfer-payment.machine.ts`]: `
    import { transferPaymentSetup } from './transfer-payment.setup.ts';
    export const transferPaymentMachine = transferPaymentSetup.createMachine({
      id: 'transfer-payment',
      options: { maxIterations: 1_000 },
      context: ({ input }) => ({ orderId: input.orderId, account: input.payment.account }),
      initial: 'waiting',
      states: {
        waiting: { on: { 'transfer.sent': 'reporting' } },
        reporting: {
          invoke: {
            src: 'reportTransfer',
            input: ({ context: { orderId } }) => ({ orderId }),
            onDone: { target: 'waiting', actions: 'reportSent' },
            onError: 'waiting',
          },
        },
      },
    });
  `,
  [`${MACHINES}/transfer-payment.ports.ts`]: `
    import { type Port, wirePort } from '../../kernel/port.ts';
    import { transferPaymentMachine } from './transfer-payment.machine.ts';
    export type TransferPaymentPorts = { reportTransfer: Port<void, { readonly orderId: string }> };
    export const wireTransferPayment = (ports: TransferPaymentPorts): typeof transferPaymentMachine =>
      transferPaymentMachine.provide({ actors: { reportTransfer: wirePort(ports.reportTransfer) } });
  `,
  [`${MACHINES}/transfer-payment.screens.ts`]: `
    import type { SnapshotFrom } from 'xstate';
    import type { transferPaymentMachine } from './transfer-payment.machine.ts';
    export type TransferPaymentScreen = { readonly name: 'waiting'; readonly account: string };
    export const selectTransferPaymentScreen = ({
      context,
    }: SnapshotFrom<typeof transferPaymentMachine>): TransferPaymentScreen => ({ name: 'waiting', account: context.account });
  `,
  'src/adapters/transfer-payment.adapter.ts': `
    import type { TransferPaymentPorts } from '../../machines/payment/transfer/transfer-payment.ports.ts';
    export const createTransferPaymentPorts = (): TransferPaymentPorts => ({ reportTransfer: async () => {} });
  `,
  'src/views/payment/transfer/transfer-payment.view.tsx': `
    import { useSelector } from '@xstate/react';
    import type { ReactNode } from 'react';
    import type { MethodProps } from '../method-props.ts';
    export const TransferPayment = ({ actor }: MethodProps): ReactNode => {
      const method = useSelector(actor, ({ children }) => children['method.transfer']);
      return <button type="button" onClick={() => method?.send({ type: 'transfer.sent' })} />;
    };
  `,
};

export type ProjectCopy = { readonly root: string; apply(edits: readonly Edit[]): void; write(): void; remove(): void };

/** A copy of the sources of machines and client in its own folder, where tests change and check it. */
export const copyProject = (): ProjectCopy => {
  const root = mkdtempSync(join(tmpdir(), 'payment-method-'));
  for (const path of ['machines', 'src', 'locales', 'tsconfig.json', 'package.json'])
    cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'tsconfig.copy.json'), '{ "extends": "./tsconfig.json", "include": ["machines", "src"] }');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    apply: (edits) => {
      for (const { path, from, to } of edits) {
        const text = readFileSync(join(root, path), 'utf8');
        if (text.split(from).length !== 2) throw new Error(`${path} has not exactly one "${from}"`);
        write(
          path,
          text.replace(from, () => to),
        );
      }
    },
    write: () => {
      for (const [path, text] of Object.entries(NEW_FILES)) write(path, text);
    },
    remove: () => rmSync(root, { recursive: true }),
  };
};
