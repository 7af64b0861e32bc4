import { type APIRequestContext, expect } from '@playwright/test';

export type CashierAction = 'pay' | 'decline' | 'close' | 'pay-late' | 'pay-twice' | 'never';

/** Changes the server's state through the sandbox. */
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

  /** The newest code for an email address or phone number. */
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
}
