/** What followers want to know about a policy, as the builds said it, and the difference in words. */
import * as v from 'valibot'
import { applicationWindow, supportAmount } from '../../src/lib/contract/policies/item.ts'
import { amountFigure } from '../../src/lib/rules/text/format-number.ts'
import type { ApplicationWindow } from '../../src/lib/rules/time/application-window.ts'
import { hasDays } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import type { Tables } from '../db/schema.ts'

export type Version = Tables['policy_versions']

const figure = v.object({
  amount: v.optional(supportAmount),
  headline: v.optional(v.string()),
  support: v.optional(v.string()),
})
type Figure = v.InferOutput<typeof figure>

export function versionsOf({ policies, items }: KeptCatalogue): Version[] {
  return [
    ...policies.map(
      ({ id, title, text }): Version => ({
        kind: 'original',
        page_id: id,
        policy_id: id,
        title,
        window: null,
        amount: null,
        text: text ?? null,
      }),
    ),
    ...items.map(toVersion),
  ]
}

function toVersion({ id, policy, title, window, amount, headline, support, text }: KeptItem): Version {
  return {
    kind: 'item',
    page_id: id,
    policy_id: policy,
    title,
    window: JSON.stringify(window),
    amount: JSON.stringify({ amount, headline, support }),
    text: text ?? null,
  }
}

/** One difference a line, with old and new value where they are short; none: nothing that matters has changed. */
export function differences(known: Version, now: Version): string[] {
  const found: string[] = []
  const compare = (name: string, before: string | undefined, after: string | undefined) => {
    if (before !== undefined && after !== undefined && before !== after)
      found.push(`${name}由“${before}”改为“${after}”`)
  }
  compare('申报期限', windowOf(known), windowOf(now))
  compare('支持标准', figureOf(known), figureOf(now))
  if (isOtherText(known.text, now.text)) found.push(now.kind === 'item' ? '解读内容有更新' : '原文内容有更新')
  return found
}

/** An item that a known policy did not have before. */
export function additionWords(item: Version): string {
  return `新增申报事项《${item.title}》，申报期限：${windowOf(item)}`
}

/** Hashes of different makings (`1-…`, `2-…`) say nothing about each other. */
function isOtherText(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  const [making, hash] = before.split('-')
  const [newMaking, newHash] = after.split('-')
  return making === newMaking && hash !== newHash
}

/** Undefined: an original, or written by a version that said it otherwise. */
function windowOf({ window }: Version): string | undefined {
  const parsed = v.safeParse(applicationWindow, window && JSON.parse(window))
  return parsed.success ? windowWords(parsed.output) : undefined
}

function windowWords(window: ApplicationWindow): string {
  if (window.kind === 'unknown') return '以原文为准'
  if (window.kind === 'batches') return '按批次受理'
  // One word for all without an end: that a relief is 全年可享 and not 常年受理 is no news to its followers.
  if (!hasDays(window)) return '长期有效'
  return window.opens === null ? `至 ${window.closes}` : `${window.opens} 至 ${window.closes}`
}

function figureOf({ amount }: Version): string | undefined {
  const parsed = v.safeParse(figure, amount && JSON.parse(amount))
  return parsed.success ? figureWords(parsed.output) : undefined
}

function figureWords({ amount, headline, support }: Figure): string {
  if (!amount) return headline ?? support ?? '见正文'
  const { number, unit } = amountFigure(amount)
  return `${amount.lead ?? ''}${number} ${unit}${amount.per ? `／${amount.per}` : ''}`
}
