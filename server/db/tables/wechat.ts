/** Tokens of the WeChat platform. */

export interface WechatTables {
  upstream_tokens: {
    /** Upstream, kind and account: `wechat-ticket:wx1234`. */
    name: string
    /** Null: none yet, or no longer accepted. */
    value: string | null
    expires_at: number
    /** Until then nobody else fetches a new one: somebody is at it, or it was done just now. */
    refreshing_until: number
  }
}
