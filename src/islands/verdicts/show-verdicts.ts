/** Puts the verdicts of the saved answers on the cards of a page, those that paging and searching bring included. */
import { $verdictOn, followSavedAnswers } from '../../lib/stores/match/match.ts'

function showVerdicts(): void {
  const verdictOn = $verdictOn.get()
  for (const place of document.querySelectorAll<HTMLElement>('[data-verdict]')) {
    const { status = '', words = '' } = verdictOn(Number(place.dataset['verdict'])) ?? {}
    if ((place.dataset['words'] ?? '') === words) continue
    Object.assign(place.dataset, { status, words })
    const lead = Object.assign(document.createElement('span'), {
      className: 'visually-hidden',
      textContent: '按您的回答：',
    })
    place.replaceChildren(...(status && status !== 'over' ? [lead, words] : [words]))
  }
}

followSavedAnswers()
$verdictOn.subscribe(showVerdicts)
new MutationObserver(showVerdicts).observe(document.documentElement, { childList: true, subtree: true })
