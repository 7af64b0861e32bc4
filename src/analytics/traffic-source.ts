const CHANNEL = /^[\w-]{1,64}$/;

/** The campaign of the visit: `channel` of the first URL, or an empty string without a valid one. */
export const trafficSource = (search: string): string => {
  const channel = new URLSearchParams(search.slice(0, 4_096)).get('channel') ?? '';
  return CHANNEL.test(channel) ? channel : '';
};
