const CHANNEL = /^[\w-]{1,64}$/;

/** Which campaign led here: `channel` of the first address; empty when there is none, or something else than a short word. */
export const trafficSource = (search: string): string => {
  const channel = new URLSearchParams(search.slice(0, 4_096)).get('channel') ?? '';
  return CHANNEL.test(channel) ? channel : '';
};
