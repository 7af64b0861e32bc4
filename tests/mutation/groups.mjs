/**
 * What is mutated together, and the tests that have to notice it: those of the same part, so that a mutant that only a test of another part
 * notices counts as missed.
 *
 * @type {Readonly<Record<string, { readonly mutate: readonly string[], readonly tests: readonly string[] }>>}
 */
export const MUTATION_GROUPS = {
  responses: {
    mutate: ['src/api/*.ts', 'src/adapters/*.mapper.ts', 'src/adapters/to-failure.ts'],
    tests: [
      'tests/api/*.test.ts',
      'tests/adapters/mappers.test.ts',
      'tests/adapters/*adapter.test.ts',
      'tests/adapters/{specified-fields,trace,order-requests}.test.ts',
    ],
  },
  ledger: {
    mutate: ['server/ledger/*.ts'],
    tests: ['tests/server/{ledger,epoint-orders,record,late-payment,payments-sandbox}.test.ts'],
  },
  money: {
    mutate: ['server/payments/*.ts'],
    tests: [
      'tests/server/{payments-*,late-payment,order-settlement,order-race,orders-creation,orders-status,payment-breaker,reconciliation*,silent-provider}.test.ts',
    ],
  },
  orders: {
    mutate: ['machines/{order,kernel,order-detail,lists}/*.ts'],
    tests: ['tests/machines/{money,order*,kernel*,list*,ledger-audit,article}.test.ts'],
  },
  payment: {
    mutate: ['machines/payment/**/*.ts'],
    tests: ['tests/machines/{payment*,point-payment,redirect-payment}.test.ts'],
  },
  recharge: {
    mutate: ['machines/{recharge,wizard,epoint-recharge,balance}/*.ts'],
    tests: ['tests/machines/{recharge-*,wizard,epoint-recharge,balance}.test.ts'],
  },
  session: {
    mutate: ['machines/session/*.ts'],
    tests: [
      'tests/machines/{session*,password-reset,verification,contact-rules,external-login,recovery-failures,portal-access}.test.ts',
    ],
  },
  portal: {
    mutate: ['machines/{portal,signed-in,toasts,home,bulletins,article,elements}/*.ts'],
    tests: [
      'tests/machines/{portal-*,signed-in-*,toasts,home,bulletins,article,elements,order-advice,order-export}.test.ts',
    ],
  },
};
