import { ask } from '../api/ask.ts'

export const $cycle = ask
