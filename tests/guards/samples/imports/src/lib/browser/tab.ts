import { ask } from '../api/ask.ts'

export const tab = ask
