import { $cycle } from '../stores/cycle.ts'

export const form = $cycle
