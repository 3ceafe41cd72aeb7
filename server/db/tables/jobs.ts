/** What happens later. */
import type { Generated } from 'kysely'

export interface JobTables {
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
}
