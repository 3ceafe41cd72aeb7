import { shown } from '../contract/calls.ts'
import { ask } from './ask.ts'

export function fetchShown() {
  return ask(shown, {})
}
