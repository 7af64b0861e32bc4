/** `/api/setting/init`. A field is empty if the API omits it. */
export type PortalConfig = {
  readonly gameInfo: { readonly gameId: string; readonly name: string; readonly cgi: string };
  readonly loggerUrl: string | null;
};
