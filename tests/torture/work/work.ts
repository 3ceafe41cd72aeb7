/** What the kills interrupt. */

/** Says after a restart, in words, what is missing of one acknowledged write. */
export type Check = (origin: string) => Promise<string[]>

export interface Work {
  name: string
  /** One write. Resolves once the server has acknowledged it. */
  act: (origin: string) => Promise<Check>
  /** After a restart: sends again what was begun and not acknowledged, as a browser would. */
  resume: (origin: string) => Promise<Check[]>
}

/** An acknowledged write. */
export interface Done {
  /** Of its kind of work. */
  name: string
  check: Check
}
