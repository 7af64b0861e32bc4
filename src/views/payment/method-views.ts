import type { ComponentType } from 'react';
import type { MethodKind } from '../../../machines/order/order.methods.ts';
import type { MethodProps } from './method-props.ts';
import { PointPayment } from './points/point-payment.view.tsx';
import { RedirectPayment } from './redirect/redirect-payment.view.tsx';

/** The view of each payment method. */
export const METHOD_VIEWS: Readonly<Record<MethodKind, ComponentType<MethodProps>>> = {
  redirect: RedirectPayment,
  points: PointPayment,
};
