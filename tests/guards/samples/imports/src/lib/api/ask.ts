import { $cycle } from '../stores/cycle.ts'

export const ask = () => $cycle
