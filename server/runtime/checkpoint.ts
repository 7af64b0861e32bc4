/** Points between the steps of an order at which tests can kill the process. */
export const CHECKPOINTS = [
  'order.inserted',
  'order.committed',
  'session.made',
  'session.stored',
  'capture.committed',
  'notice.sent',
  'notice.stored',
  'payment.queried',
  'payment.committed',
  'line.claimed',
  'line.delivered',
  'delivery.acknowledged',
  'delivery.committed',
  'refund.made',
  'points.credited',
  'points.spent',
  'points.committed',
] as const;

export type Checkpoint = (typeof CHECKPOINTS)[number];

let armed: Checkpoint | null = null;

/** The process kills itself with SIGKILL at this checkpoint. Only `/sandbox/crash` arms one. */
export const armCheckpoint = (point: Checkpoint | null): void => {
  armed = point;
};

export const checkpoint = (point: Checkpoint): void => {
  if (armed === point) process.kill(process.pid, 'SIGKILL');
};
