/**
 * The result of the home page's three questions on the page itself: number of possible policies, the three usually
 * most valuable ones, and the next question. With further answers it shows their result.
 */
import { type FactKey, factOf, isFactKey } from '../../lib/rules/eligibility/facts.ts'
import { provinceOf } from '../../lib/rules/regions.ts'
import { moneyWords } from '../../lib/rules/text/format-number.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { toNumber } from '../../lib/rules/worth/working.ts'
import { $answers, answerGiven } from '../../lib/stores/match/answers.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $match, followAnswers } from '../../lib/stores/match/match.ts'
import { $words, loadWords } from '../../lib/stores/match/rules.ts'
import { readGivenAnswers } from '../../lib/stores/match/view.ts'
import { bestOf, bestWords } from '../parts/verdict/best.ts'

const ENOUGH = 3

type Field = HTMLSelectElement | HTMLInputElement

/** Synchronises form and answers, and shows the result below. */
export function followForm(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<Field>('[data-answer]')]
  // Values restored by the browser are older than stored answers.
  if (Object.keys($answers.get()).length === 0) takeAnswers(fields)
  form.addEventListener('change', () => takeAnswers(fields))
  $answers.subscribe(() => fillIn(fields))
  followAnswers()
  $match.subscribe(showWord)
  $words.listen(showWord)
}

/** The option of a province or section stands for all of its parts. */
function fillIn(fields: readonly Field[]): void {
  const answers = $answers.get()
  for (const field of fields) {
    const told = answers[keyOf(field)] ?? ''
    if (field instanceof HTMLInputElement) field.value = String(told)
    else {
      const widen = keyOf(field) === 'region' ? provinceOf : (code: string) => code.slice(0, 1)
      const option = [...field.options].find(
        ({ value }) => value !== '' && widen(value) === widen(String(told)),
      )
      field.value = option?.value ?? ''
    }
  }
}

function takeAnswers(fields: readonly Field[]): void {
  const given = new URLSearchParams(fields.map((field) => [keyOf(field), field.value]))
  answerGiven(readGivenAnswers(`?${given}`, '', chinaDay(new Date())))
}

function keyOf({ dataset }: Field): FactKey {
  return dataset['answer'] as FactKey
}

function showWord(): void {
  const place = document.querySelector<HTMLElement>('[data-first-word]')
  const match = $match.get()
  if (!place || !match) return
  const lacking = ENOUGH - Object.keys(match.facts).length
  if (lacking > 0) {
    place.querySelector('[data-sum]')?.replaceChildren(`再选 ${lacking} 项，即可看到大致金额`)
    place.hidden = false
    return
  }
  const best = bestOf(match)
  loadWords(best)
  const words = $words.get()
  if (best.some(({ id }) => !words[id])) return
  const sure = toNumber(match.total.min)
  const part = (name: string) => place.querySelector<HTMLElement>(`[data-${name}]`)
  const open = match.groups.met.length + match.groups.unknown.length
  const say = (name: string, text: string) => part(name)?.replaceChildren(text)
  say(
    'sum',
    sure > 0
      ? `确定可得 ${moneyWords(sure)}，还可能 ${moneyWords(match.most - sure)}`
      : `预计最高可得 ${moneyWords(match.most)}`,
  )
  say('count', `${open} 项政策可能适用，对您最有价值的：`)
  say('next', nextWords(match))
  const rows = best.map((row) => {
    const item = place.querySelector('template')?.content.cloneNode(true) as DocumentFragment
    const link = item.querySelector('a')
    if (link) {
      link.href = `/pmanagement/${row.id}`
      link.textContent = words[row.id]?.title ?? ''
    }
    item.querySelector('b')?.append(bestWords(row, match))
    return item
  })
  part('best')?.replaceChildren(...rows)
  place.hidden = false
}

function nextWords({ question }: Match): string {
  if (!question) return ''
  const { key, stake } = question
  const gain = stake === undefined ? '合计更准' : `可确认最高 ${moneyWords(stake)}`
  return isFactKey(key) ? `接着回答“${factOf(key).label}”，${gain}` : `再答 1 题，${gain}`
}
