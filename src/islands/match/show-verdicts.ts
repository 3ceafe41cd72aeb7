/** Shows the verdicts of saved answers on a page's cards, including those added by paging and search. */
import { $verdictOn, $worthOn, followSavedAnswers } from '../../lib/stores/match/match.ts'
import { $rules } from '../../lib/stores/match/rules.ts'

function showVerdicts(root: Element): void {
  const verdictOn = $verdictOn.get()
  for (const place of root.querySelectorAll<HTMLElement>('[data-verdict]')) {
    const { status = '', words = '' } = verdictOn(Number(place.dataset['verdict'])) ?? {}
    if ((place.dataset['words'] ?? '') === words) continue
    Object.assign(place.dataset, { status, words })
    const lead = Object.assign(document.createElement('span'), {
      className: 'visually-hidden',
      textContent: '按您的回答：',
    })
    place.replaceChildren(...(status && status !== 'over' ? [lead, words] : [words]))
  }
  const worthOn = $worthOn.get()
  for (const place of root.querySelectorAll<HTMLElement>('[data-worth]')) {
    const { words, how } = worthOn(Number(place.dataset['worth'])) ?? {}
    if (words === undefined || place.dataset['words'] === words) continue
    place.dataset['words'] = words
    const sum = Object.assign(document.createElement('b'), { textContent: words })
    const working = Object.assign(document.createElement('span'), { textContent: how ? `${how} ＝ ` : '' })
    place.replaceChildren(place.dataset['lead'] ?? '', working, sum)
  }
}

/** Cards added by paging, search and comparison. */
function showWhatCame(records: readonly MutationRecord[]): void {
  const came = records.flatMap(({ addedNodes }) => [...addedNodes])
  const parents = came.flatMap((node) => (node instanceof Element && node.parentElement) || [])
  for (const parent of new Set(parents)) showVerdicts(parent)
}

/** 只看我的 of an open calendar keeps policies that are not 不符合. */
function tellCalendar(): void {
  const rules = $rules.get()
  if (!document.querySelector('[data-calendar][open]') || rules.status !== 'ready') return
  const verdictOn = $verdictOn.get()
  const fits = rules.rows.filter(({ id }) => /^(?:met|unknown)$/.test(verdictOn(id)?.status ?? ''))
  document.documentElement.dataset['fits'] = fits.map(({ id }) => id).join(' ')
  document.dispatchEvent(new Event('fits'))
}

followSavedAnswers()
$verdictOn.subscribe(() => {
  showVerdicts(document.documentElement)
  tellCalendar()
})
new MutationObserver(showWhatCame).observe(document.documentElement, { childList: true, subtree: true })
