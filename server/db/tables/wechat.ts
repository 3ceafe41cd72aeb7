/** Tokens of the WeChat platform. */

export interface WechatTables {
  upstream_tokens: {
    /** Upstream, kind and account: `wechat-ticket:wx1234`. */
    name: string
    /** Null: none yet, or no longer accepted. */
    value: string | null
    expires_at: number
    /** Until then no other process fetches a new one, because one is fetching it or has just done so. */
    refreshing_until: number
  }
}
