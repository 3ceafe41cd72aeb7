/** Where the newest words of a draft are; `Theirs` is the version that somebody else saved meanwhile. */
export type Keeping<Theirs> =
  | { status: 'blank' }
  | { status: 'device' }
  | { status: 'saving' }
  | { status: 'account' }
  | { status: 'failed'; text: string }
  /** Neither version is lost. */
  | { status: 'conflict'; theirs: Theirs }
