import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Edit = { readonly path: string; readonly from: string; readonly to: string };

const row = (path: string, from: string, to: string): Edit => ({ path, from, to: `${from}${to}` });

/** A bank transfer with instructions: the smallest payment method with a machine and a screen. */
export const TYPE_EDIT: Edit = row(
  'machines/order/order.schema.ts',
  "v.variant('kind', [",
  "\n  v.object({ kind: v.literal('transfer'), account: text }),",
);

/** A row in each registry, at its start, so that other methods do not move the place. */
export const ROW_EDITS: readonly Edit[] = [
  row(
    'machines/order/order.methods.ts',
    'METHOD_TRAITS: Readonly<Record<MethodKind, MethodTraits>> = {',
    "\n  transfer: { opensWindow: false, takesPoints: false, channels: ['transfer'] },",
  ),
  row('machines/payment/payment.methods.ts', 'METHOD_MACHINES = {', '\n  transfer: transferPaymentMachine,'),
  row(
    'machines/payment/payment.methods.ts',
    "import { redirectPaymentMachine } from './redirect/redirect-payment.machine.ts';",
    "\nimport { transferPaymentMachine } from './transfer/transfer-payment.machine.ts';",
  ),
  row('src/adapters/payment.adapter.ts', 'methods: {', ' transfer: createTransferPaymentPorts(),'),
  row(
    'src/adapters/payment.adapter.ts',
    "import { createPointPaymentPorts, type PointPaymentParts } from './point-payment.adapter.ts';",
    "\nimport { createTransferPaymentPorts } from './transfer-payment.adapter.ts';",
  ),
  row('src/views/payment/method-views.ts', 'ComponentType<MethodProps>>> = {', '\n  transfer: TransferPayment,'),
  row(
    'src/views/payment/method-views.ts',
    "import { RedirectPayment } from './redirect/redirect-payment.view.tsx';",
    "\nimport { TransferPayment } from './transfer/transfer-payment.view.tsx';",
  ),
];

const MACHINES = 'machines/payment/transfer';

/** The files of the new method, one folder in each layer. */
const NEW_FILES: Readonly<Record<string, string>> = {
  [`${MACHINES}/transfer-payment.machine.ts`]: `
    import { sendParent, setup } from 'xstate';
    import { type Port, ports } from '../../kernel/port.ts';
    import type { MethodEvent, MethodInput, MethodReport } from '../method.types.ts';
    export type TransferPaymentPorts = { reportTransfer: Port<void, { readonly orderId: string }> };
    export const transferPaymentMachine = setup({
      types: {
        context: {} as { readonly orderId: string; readonly account: string },
        events: {} as { readonly type: 'transfer.sent' } | MethodEvent,
        input: {} as MethodInput<'transfer'>,
      },
      actors: ports<TransferPaymentPorts>({ reportTransfer: 'port' }),
      actions: { reportSent: sendParent({ type: 'order.check' } satisfies MethodReport) },
    }).createMachine({
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
  [`${MACHINES}/transfer-payment.screens.ts`]: `
    import type { SnapshotFrom } from 'xstate';
    import type { transferPaymentMachine } from './transfer-payment.machine.ts';
    export type TransferPaymentScreen = { readonly name: 'waiting'; readonly account: string };
    export const selectTransferPaymentScreen = ({
      context,
    }: SnapshotFrom<typeof transferPaymentMachine>): TransferPaymentScreen => ({ name: 'waiting', account: context.account });
    export const screenNames = ['waiting'] as const;
    export const screenName = (
      snapshot: SnapshotFrom<typeof transferPaymentMachine>,
    ): (typeof screenNames)[number] => selectTransferPaymentScreen(snapshot).name;
  `,
  'src/adapters/transfer-payment.adapter.ts': `
    import type { TransferPaymentPorts } from '../../machines/payment/transfer/transfer-payment.machine.ts';
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
