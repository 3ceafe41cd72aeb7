import '../../editor/calls.ts'
import { ask } from '../api/ask.ts'

export const tab = ask
