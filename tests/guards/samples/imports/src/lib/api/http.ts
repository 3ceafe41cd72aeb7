import { $cycle } from '../stores/cycle.ts'

export const request = () => $cycle
