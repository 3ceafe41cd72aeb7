/** Answers to the questionnaire and follows. */

// biome-ignore lint/suspicious/noEmptyInterface: filled by its slice
export interface MatchingTables {}
