/** What the processes of the server keep for each other: jobs, and tokens of the WeChat platform. */
import type { Generated } from 'kysely'

export interface SystemTables {
  /** What is to happen later, and for a while what has happened. */
  jobs: {
    id: Generated<number>
    kind: string
    /** Names the event within its kind: scheduled twice, it still happens once. */
    key: string
    due_at: number
    /** JSON */
    payload: string
    /** Until then no other process takes it up, because one is working on it or it has just failed. */
    claimed_until: number | null
    attempts: number
    done_at: number | null
  }
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
