/**
 * The files of each group, and the tests that must detect their mutants. Only tests of the same part count: a mutant that only a test of a
 * different part detects is missed.
 *
 * @type {Readonly<Record<string, { readonly mutate: readonly string[], readonly tests: readonly string[] }>>}
 */
export const MUTATION_GROUPS = {
  responses: {
    mutate: ['src/api/*.ts', 'src/adapters/*.mapper.ts', 'src/adapters/to-failure.ts', 'src/contract/wire.ts'],
    tests: [
      'tests/api/*.test.ts',
      'tests/adapters/mappers.test.ts',
      'tests/adapters/*.mapper.test.ts',
      'tests/adapters/*adapter.test.ts',
      'tests/adapters/specified-fields.test.ts',
      'tests/adapters/trace.test.ts',
    ],
  },
  ledger: {
    mutate: ['server/ledger/*.ts'],
    tests: [
      'tests/server/ledger.test.ts',
      'tests/server/epoint-orders.test.ts',
      'tests/server/record.test.ts',
      'tests/server/late-payment.test.ts',
      'tests/server/payments-sandbox.test.ts',
      'tests/server/point-*.test.ts',
      'tests/server/query-plans.test.ts',
      'tests/contract/epoint.contract.test.ts',
    ],
  },
  money: {
    mutate: ['server/payments/*.ts', 'server/orders/funding-capture.ts'],
    tests: [
      'tests/server/payments-*.test.ts',
      'tests/server/housekeeping.test.ts',
      'tests/server/delivery-refund.test.ts',
      'tests/server/late-payment.test.ts',
      'tests/server/order-settlement.test.ts',
      'tests/server/order-race.test.ts',
      'tests/server/orders-creation.test.ts',
      'tests/server/orders-status.test.ts',
      'tests/server/payment-breaker.test.ts',
      'tests/server/silent-provider.test.ts',
    ],
  },
  'order-books': {
    mutate: ['server/orders/*.ts', '!server/orders/funding-capture.ts'],
    tests: [
      'tests/server/order-*.test.ts',
      'tests/server/orders-*.test.ts',
      'tests/server/epoint-orders.test.ts',
      'tests/server/ownership.test.ts',
      'tests/server/housekeeping.test.ts',
      'tests/server/late-payment.test.ts',
      'tests/server/payments-conflicts.test.ts',
      'tests/server/query-plans.test.ts',
      'tests/server/record.test.ts',
      'tests/server/shop.test.ts',
      'tests/server/statement-budget.test.ts',
    ],
  },
  delivery: {
    mutate: ['server/delivery/*.ts', 'server/outbox/*.ts'],
    tests: [
      'tests/server/delivery*.test.ts',
      'tests/server/game-server.test.ts',
      'tests/server/job-leases.test.ts',
      'tests/server/housekeeping.test.ts',
      'tests/server/late-payment.test.ts',
    ],
  },
  reconciliation: {
    mutate: ['server/workers/reconciliation*.ts', 'server/workers/provider-comparison.ts'],
    tests: ['tests/server/reconciliation*.test.ts'],
  },
  'order-calls': {
    mutate: [
      'src/adapters/order-{reader,creation,requests}.ts',
      'src/adapters/{confirmation-times,pay-url-check,coin-balance-reader}.ts',
      'src/platform/pay-url.ts',
      'src/contract/{order,epoint-order,epoint,e-recharge}.contract.ts',
    ],
    tests: [
      'tests/adapters/*adapter.test.ts',
      'tests/adapters/order-creation.test.ts',
      'tests/adapters/confirmation-times.test.ts',
      'tests/adapters/mappers.test.ts',
      'tests/adapters/specified-fields.test.ts',
      'tests/api/order-wire.test.ts',
      'tests/api/response-fuzz.test.ts',
      'tests/api/wire.test.ts',
      'tests/platform/pay-url.test.ts',
    ],
  },
  orders: {
    mutate: [
      'machines/order/*.ts',
      'machines/kernel/*.ts',
      '!machines/kernel/{folded-text,plain-digits,url}.ts',
      'machines/order-detail/*.ts',
      'machines/lists/*.ts',
    ],
    tests: [
      'tests/field/input.test.ts',
      'tests/machines/order*.test.ts',
      'tests/machines/kernel*.test.ts',
      'tests/machines/list*.test.ts',
      'tests/machines/ledger-audit.test.ts',
      'tests/machines/article.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
  payment: {
    mutate: ['machines/payment/**/*.ts'],
    tests: [
      'tests/machines/payment*.test.ts',
      'tests/machines/point-payment.test.ts',
      'tests/machines/redirect-payment.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
  recharge: {
    mutate: [
      'machines/kernel/folded-text.ts',
      'machines/recharge/*.ts',
      'machines/wizard/*.ts',
      'machines/epoint-recharge/*.ts',
      'machines/balance/*.ts',
    ],
    tests: [
      'tests/field/input.test.ts',
      'tests/machines/recharge-*.test.ts',
      'tests/machines/wizard*.test.ts',
      'tests/machines/epoint-recharge*.test.ts',
      'tests/machines/balance.test.ts',
      'tests/machines/portal-two-wizards.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
  session: {
    mutate: ['machines/session/*.ts', 'machines/kernel/plain-digits.ts'],
    tests: [
      'tests/field/input.test.ts',
      'tests/machines/session*.test.ts',
      'tests/machines/password-reset.test.ts',
      'tests/machines/verification.test.ts',
      'tests/machines/contact-rules.test.ts',
      'tests/machines/external-login.test.ts',
      'tests/machines/portal-access.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
  portal: {
    mutate: ['machines/portal/*.ts', 'machines/kernel/url.ts'],
    tests: ['tests/machines/portal-*.test.ts', 'tests/machines/external-login.test.ts', 'tests/machines/rules.test.ts'],
  },
  'signed-in': {
    mutate: ['machines/signed-in/*.ts'],
    tests: [
      'tests/machines/signed-in-*.test.ts',
      'tests/machines/portal-system.test.ts',
      'tests/machines/portal-two-wizards.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
  content: {
    mutate: [
      'machines/toasts/*.ts',
      'machines/home/*.ts',
      'machines/bulletins/*.ts',
      'machines/article/*.ts',
      'machines/elements/*.ts',
    ],
    tests: [
      'tests/machines/toasts*.test.ts',
      'tests/machines/home.test.ts',
      'tests/machines/bulletins.test.ts',
      'tests/machines/article.test.ts',
      'tests/machines/elements.test.ts',
      'tests/machines/rules.test.ts',
    ],
  },
};
