/**
 * The files of each group, and the tests that must detect their mutants. Only tests of the same part count: a mutant that only a test of a
 * different part detects is missed.
 *
 * @type {Readonly<Record<string, { readonly mutate: readonly string[], readonly tests: readonly string[] }>>}
 */
export const MUTATION_GROUPS = {
  responses: {
    mutate: [
      'src/api/*.ts',
      'src/adapters/{*.mapper,boot.adapter,content.adapter,role-list}.ts',
      'src/contract/wire.ts',
    ],
    tests: ['tests/api/*.test.ts', 'tests/adapters/{mappers,*adapter,specified-fields,trace}.test.ts'],
  },
  ledger: {
    mutate: ['server/ledger/*.ts'],
    tests: [
      'tests/server/{ledger,epoint-orders,record,late-payment,payments-sandbox,point-*,query-plans}.test.ts',
      'tests/contract/epoint.contract.test.ts',
    ],
  },
  money: {
    mutate: ['server/payments/*.ts', 'server/orders/funding-capture.ts'],
    tests: [
      'tests/server/{payments-*,payment-breaker,silent-provider,delivery-refund,late-payment,housekeeping}.test.ts',
      'tests/server/{order-settlement,order-race,orders-creation,orders-status}.test.ts',
    ],
  },
  'order-books': {
    mutate: ['server/orders/*.ts', '!server/orders/funding-capture.ts'],
    tests: [
      'tests/server/{order-*,orders-*,epoint-orders,record,late-payment,payments-conflicts}.test.ts',
      'tests/server/{ownership,housekeeping,query-plans,shop,statement-budget}.test.ts',
    ],
  },
  delivery: {
    mutate: ['server/delivery/*.ts', 'server/outbox/*.ts'],
    tests: ['tests/server/{delivery*,game-server,job-leases,housekeeping,late-payment}.test.ts'],
  },
  reconciliation: {
    mutate: ['server/workers/reconciliation*.ts', 'server/workers/provider-comparison.ts'],
    tests: ['tests/server/reconciliation*.test.ts'],
  },
  'order-calls': {
    mutate: [
      'src/adapters/{order-reader,submit-order.adapter,send-order}.ts',
      'src/adapters/{confirmation-times,order-record.mapper,balance.adapter}.ts',
      'src/platform/link-rules.ts',
      'src/contract/{order,epoint,e-recharge}.contract.ts',
    ],
    tests: [
      'tests/adapters/{*adapter,order-creation,confirmation-times,mappers,specified-fields}.test.ts',
      'tests/api/{order-wire,response-fuzz}.test.ts',
      'tests/platform/link-rules.test.ts',
    ],
  },
  orders: {
    mutate: ['machines/{order,kernel,order-detail,lists}/*.ts', '!machines/kernel/{folded-text,typed-text,url}.ts'],
    tests: ['tests/field/input.test.ts', 'tests/machines/{order*,kernel*,list*,article,rules}.test.ts'],
  },
  payment: {
    mutate: ['machines/payment/**/*.ts'],
    tests: ['tests/machines/{payment*,*-payment,rules}.test.ts'],
  },
  recharge: {
    mutate: ['machines/kernel/folded-text.ts', 'machines/{recharge,wizard,epoint-recharge,balance}/*.ts'],
    tests: [
      'tests/field/input.test.ts',
      'tests/machines/{recharge-*,wizard*,epoint-recharge*,balance,portal-two-wizards,rules}.test.ts',
    ],
  },
  session: {
    mutate: ['machines/session/*.ts', 'machines/kernel/typed-text.ts'],
    tests: [
      'tests/field/input.test.ts',
      'tests/machines/{session*,password-reset,verification,contact-rules,external-login,portal-access,rules}.test.ts',
    ],
  },
  portal: {
    mutate: ['machines/portal/*.ts', 'machines/kernel/url.ts'],
    tests: ['tests/machines/{portal-*,external-login,rules}.test.ts'],
  },
  'signed-in': {
    mutate: ['machines/signed-in/*.ts'],
    tests: ['tests/machines/{signed-in-*,portal-system,portal-two-wizards,rules}.test.ts'],
  },
  content: {
    mutate: ['machines/{toasts,home,bulletins,article,elements}/*.ts'],
    tests: ['tests/machines/{toasts*,home,bulletins,article,elements,rules}.test.ts'],
  },
};
