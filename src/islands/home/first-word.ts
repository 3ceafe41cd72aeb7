/**
 * What the three answers of the home page come to, there itself: how many policies may apply, the three that are usually
 * worth most to such a company, and what decides next. Who has answered more sees what that comes to.
 */
import { type FactKey, factOf, isFactKey } from '../../lib/rules/eligibility/facts.ts'
import { provinceOf } from '../../lib/rules/regions.ts'
import { grantFigure, moneyWords } from '../../lib/rules/text/format-number.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { isOpen } from '../../lib/rules/worth/range.ts'
import { toNumber } from '../../lib/rules/worth/working.ts'
import { $answers, answerGiven } from '../../lib/stores/match/answers.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { $match, followAnswers } from '../../lib/stores/match/match.ts'
import { $words, loadWords } from '../../lib/stores/match/rules.ts'
import { readGivenAnswers } from '../../lib/stores/match/view.ts'

const ENOUGH = 3
const SHOWN = 3

type Field = HTMLSelectElement | HTMLInputElement

/** Keeps form and answers alike, and says below it what they come to. */
export function followForm(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<Field>('[data-answer]')]
  // What a browser has put back into the fields is older than what is kept.
  if (Object.keys($answers.get()).length === 0) takeAnswers(fields)
  form.addEventListener('change', () => takeAnswers(fields))
  $answers.subscribe(() => fillIn(fields))
  followAnswers()
  $match.subscribe(showWord)
  $words.listen(showWord)
}

/** The option of the province, or of the section, stands for all in it. */
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
    item.querySelector('b')?.append(worthOnRow(row, match))
    return item
  })
  part('best')?.replaceChildren(...rows)
  place.hidden = false
}

/** Those that usually bring most, of what can be had by law. */
function bestOf({ groups, weights }: Match): MatchRow[] {
  return [...groups.met, ...groups.unknown]
    .filter(({ benefit }) => benefit?.money === 'law')
    .sort((a, b) => (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0))
    .slice(0, SHOWN)
}

function nextWords({ question }: Match): string {
  if (!question) return ''
  const { key, stake } = question
  const gain = stake === undefined ? '合计更准' : `可确认最高 ${moneyWords(stake)}`
  return isFactKey(key) ? `接着回答“${factOf(key).label}”，${gain}` : `再答 1 题，${gain}`
}

/** 最高 60 万元; where the formula has no end within the sum, what the policy says of itself. */
function worthOnRow({ id }: MatchRow, { parts, most }: Match): string {
  const { low, high } = parts.get(id)?.[0]?.alone ?? {}
  const [from, to] = [low, high].map((end) =>
    end && !isOpen(end) ? toNumber(end) : Number.POSITIVE_INFINITY,
  )
  // What anybody may have at most says nothing of this company.
  if (to !== undefined && to <= most) {
    return from === to ? moneyWords(to) : `最高 ${moneyWords(to)}`
  }
  const { lead = '', number, unit = '' } = grantFigure($words.get()[id] ?? {})
  return `${lead} ${number}${unit}`.trim()
}
