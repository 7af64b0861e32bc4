import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { userInfo, userSdkTicketGet } from '../../../src/contract/user.contract.ts';
import type { Player } from '../portal.fixture.ts';

export type CashierAction = 'pay' | 'decline' | 'close' | 'pay-late' | 'pay-twice' | 'never';

export class SandboxModel {
  private readonly request: APIRequestContext;
  private readonly url: string;

  constructor(request: APIRequestContext, url: string) {
    this.request = request;
    this.url = url;
  }

  private async post(path: string, data: unknown): Promise<unknown> {
    const answer = await this.request.post(`${this.url}/sandbox/${path}`, { data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer.json();
  }

  async act(orderId: string, action: CashierAction): Promise<void> {
    await this.post(`orders/${orderId}/${action}`, {});
  }

  async setStatus(orderId: string, status: number): Promise<void> {
    await this.post(`orders/${orderId}/status`, { status });
  }

  async expireIn(orderId: string, seconds: number): Promise<void> {
    await this.post(`orders/${orderId}/expire-in`, { seconds });
  }

  async newestCode(target: string): Promise<string> {
    const answer = await this.request.get(`${this.url}/sandbox/mailbox?target=${encodeURIComponent(target)}`);
    const { result } = (await answer.json()) as { result: { code: string }[] };
    expect(result.length).toBeGreaterThan(0);
    return result[0]?.code ?? '';
  }

  async fault(clientId: string, path: string, fault: unknown, times: number | null = 1): Promise<void> {
    await this.post('faults', { clientId, path, fault, times });
  }

  async clearFaults(clientId: string): Promise<void> {
    await this.post('faults/clear', { clientId });
  }

  /** Adds E Points; a negative number removes them. */
  async givePoints(userId: string, basic: number, present = 0): Promise<void> {
    await this.post('points', { userId, basic, present });
  }

  /** A ticket as the game of the player gets it, for the link from the game. */
  async ticketOf({ userId }: Pick<Player, 'userId'>): Promise<string> {
    const opened = (await this.post('sessions', { userId, clientId: randomUUID() })) as { result: { token: string } };
    const headers = { token: opened.result.token };
    const call = async (path: string, data: unknown) => {
      const answer = await this.request.post(`${this.url}${path}`, { data, headers });
      return ((await answer.json()) as { result: Record<string, string> }).result;
    };
    const { game_account_id: uid } = await call(userInfo.path, {});
    return (await call(userSdkTicketGet.path, { uid }))['ticket'] ?? '';
  }
}
