/** What /match shows, told by the address: `#step-2`, `#result`, `#ask-employees`, or a link with answers `#a=1.…`. */
import { atom, onMount } from 'nanostores'
import { QUESTION_IDS } from '../../contract/policies/question.ts'
import { type FactKey, isFactKey } from '../../rules/eligibility/facts.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { $answers, $borrowed, $kept, $reading, adoptBorrowed } from './answers.ts'
import { readShareCode, writeShareCode } from './share-link.ts'

/** A step counts from 1; `ask` opens one question over the result. */
export type MatchView = { page: 'step'; step: number } | { page: 'result'; ask?: FactKey }

export const $view = atom<MatchView>({ page: 'step', step: 1 })

/** A link with answers was opened: whether all of it could be read. */
export const $linkNotice = atom<'whole' | 'damaged' | null>(null)

onMount($view, () => {
  readAddress()
  addEventListener('hashchange', readAddress)
  return () => removeEventListener('hashchange', readAddress)
})

function readAddress(): void {
  const { hash } = location
  const [, code] = /^#a=(.*)$/.exec(hash) ?? []
  if (code !== undefined) {
    openLink(code)
    return
  }
  const [, step] = /^#step-([1-9])$/.exec(hash) ?? []
  const asked = hash.replace(/^#ask-/, '')
  if (isFactKey(asked)) $view.set({ page: 'result', ask: asked })
  else if (step) $view.set({ page: 'step', step: Number(step) })
  else if (hash === '#result' || Object.keys($answers.get()).length > 0) $view.set({ page: 'result' })
  else $view.set({ page: 'step', step: 1 })
}

/** Where the device has answers of its own, those of the link stay apart until the person decides. */
function openLink(code: string): void {
  const { facts, complete } = readShareCode(code, QUESTION_IDS, chinaDay(new Date()))
  const isEmpty = Object.keys(facts).length === 0
  $linkNotice.set(complete ? 'whole' : 'damaged')
  $view.set(isEmpty ? { page: 'step', step: 1 } : { page: 'result' })
  if (isEmpty) return
  $borrowed.set(facts)
  if (Object.keys($kept.get().answers).length === 0) keepLinkAnswers()
}

/** The code leaves the address: going back or loading again must not undo what is answered afterwards. */
export function keepLinkAnswers(): void {
  adoptBorrowed()
  history.replaceState(null, '', '#result')
}

export function leaveLinkAnswers(): void {
  $borrowed.set(null)
  $linkNotice.set(null)
  history.replaceState(null, '', '#result')
}

export function showStep(step: number): void {
  location.hash = `step-${step}`
}

export function showResult(): void {
  location.hash = 'result'
}

/** The address of this page with the answers of now, and nothing that names the company. */
export function shareAddress(): string {
  return `${location.origin}/match#a=${writeShareCode($reading.get().facts, QUESTION_IDS)}`
}
