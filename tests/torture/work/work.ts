/** Returns after a restart what is missing of one acknowledged write, as texts. */
export type Check = (origin: string) => Promise<string[]>

export interface Work {
  name: string
  /** One write. Resolves after the server's acknowledgement. */
  act: (origin: string) => Promise<Check>
  /** After a restart: sends unacknowledged work again, as a browser would. */
  resume: (origin: string) => Promise<Check[]>
}

export interface Done {
  name: string
  check: Check
}
