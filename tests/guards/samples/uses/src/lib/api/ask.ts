export const ask = (...words: unknown[]) => words
