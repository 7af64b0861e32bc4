import type { ActorRefFrom } from 'xstate';
import type { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import type { OrderDetailScreen } from '../../../machines/order-detail/order-detail.screens.ts';

export type OrderDetailActor = ActorRefFrom<typeof orderDetailMachine>;

export type ShownScreen = Extract<OrderDetailScreen, { readonly name: 'shown' }>;
