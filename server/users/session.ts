/** The caller. `gameAccountId`: the publisher's account. `userId`: ours. */
export type Session = {
  readonly tokenHash: string;
  readonly userId: string;
  readonly gameAccountId: string;
  readonly gameId: string;
  readonly nickname: string;
};
