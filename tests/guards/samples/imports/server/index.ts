import { $cycle } from '../src/lib/stores/cycle.ts'

export default $cycle
