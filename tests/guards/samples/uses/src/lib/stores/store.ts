import { ask } from '../api/ask.ts'
import { heard, hidden, secret, shown } from '../contract/calls.ts'
import { listen } from './listen.ts'

export function show() {
  return ask(shown, {})
}

/** Used by no screen, and by nobody who is. */
export function act() {
  return { hidden: actInSecret(), call: ask(hidden, {}) }
}

export function actInSecret() {
  return ask(secret, {})
}

listen(() => ask(heard, {}))
