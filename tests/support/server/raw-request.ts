import { request } from 'node:http';

type RawAnswer = { readonly status: number; readonly type: string; readonly location: string; readonly text: string };

/** Sends path, method and body unchanged, and follows no redirect. `fetch` would resolve the dot segments of the path. */
export const sendRaw = (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, host: '127.0.0.1', agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      const { location = '', 'content-type': type = '' } = answer.headers;
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, type, location, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
