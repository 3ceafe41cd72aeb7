/** Schema and contents of golden files. Opens no file, so that the editors' workbench and the tests share it. */
import { z } from 'astro/zod'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import { isAskKey } from '../../rules/eligibility/asks.ts'
import { readThreshold, writeDecimal } from '../../rules/eligibility/decimal.ts'
import { type Facts, factOf, isFactKey } from '../../rules/eligibility/facts.ts'
import { STATUS_WORDS, type Status } from '../../rules/eligibility/verdict.ts'
import type { Benefit } from '../../rules/worth/formula.ts'
import { url } from '../schema/fields.ts'

/** The day of every golden verdict. */
export const GOLDEN_DAY = '2026-11-21'

export interface GoldenCompany {
  name: string
  facts: Facts
  status: Status
  worth?: GoldenWorth
  /** The calculation by hand. */
  worked?: string
}

/** The worth calculated by hand: 元 in ten-thousandths; `max` null without an upper end. */
export interface GoldenWorth {
  min: bigint
  max: bigint | null
  per: Benefit['per']
}

/** A company that people tend to misjudge. */
export interface WrongCase extends GoldenCompany {
  thought: Status
  /** Words of the deciding condition; missing for 符合. */
  decides?: string | undefined
}

const STATUSES = Object.keys(STATUS_WORDS) as Status[]
const answers = z.record(z.string(), z.unknown())

const worthText = z.union([z.string(), z.number()]).refine((written) => readWorth(written) !== undefined, {
  error: '40万/年、2万 这样的金额',
})

/** 40万/年, 2万 (once), or [least, most]; null for an unknown upper end. */
const goldenAmount = z.union([worthText, z.tuple([worthText, worthText.nullable()])])

const words = z.enum(Object.values(STATUS_WORDS))
const company = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Differences from the base; null is 不清楚. */
  facts: answers.default({}),
  verdict: words,
  worth: goldenAmount.optional(),
  /** The calculation by hand, in one line. */
  worked: z.string().trim().min(4).max(160).optional(),
  /** Published by an authority. */
  example: z.strictObject({ name: z.string().trim().min(2).max(80), url }).optional(),
})
const wrongCase = z
  .strictObject({
    ...company.shape,
    thought: words,
    decides: z.string().trim().min(2).max(40).optional(),
    /** For readers of the file. */
    why: z.string().trim().min(4).max(120),
  })
  .refine(({ thought, verdict }) => thought !== verdict, { error: '与 verdict 不同', path: ['thought'] })
  .refine(({ verdict, decides }) => (verdict === STATUS_WORDS.met) === (decides === undefined), {
    error: '起决定作用的条件里的几个字（符合的不写）',
    path: ['decides'],
  })

export const goldenSchema = z.strictObject({
  /** Common facts of the companies. */
  base: answers.default({}),
  companies: z.array(company).min(1),
  wrong: z.array(wrongCase).default([]),
})

const pageIds = z.array(z.int().positive())

const workedAmounts = z.record(
  z.string(),
  z.strictObject({ worth: goldenAmount, worked: company.shape.worked.unwrap() }),
)

export const judgedSchema = z.strictObject({
  companies: z.array(
    z.strictObject({
      name: company.shape.name,
      /** The kind of company, for the home page. */
      example: z.string().trim().min(2).max(8).optional(),
      facts: answers,
      /** Interpretations by verdict, judged by hand; all others are 不符合. */
      符合: pageIds.optional(),
      待确认: pageIds.optional(),
      /** This year's worth of the best combination of the 符合 ones, by law only. */
      total: goldenAmount.optional(),
      /** The most valuable ones, by the upper end. */
      top: pageIds.max(3).optional(),
      /** The worth of each policy with an amount, by page id. */
      worths: workedAmounts.optional(),
      /** 可争取: outside the total; of rivals the most valuable one. */
      contested: workedAmounts.optional(),
    }),
  ),
})

/** An answer that the questionnaire refuses or never asks for. */
export interface GoldenProblem {
  path: (string | number)[]
  message: string
}

export type WrittenGolden = z.output<typeof goldenSchema>

/** `asks`: those of the interpretation; undefined if unknown. */
export function readGolden({ base, companies, wrong }: WrittenGolden, asks?: readonly string[]) {
  const problems: GoldenProblem[] = []
  const read = [...companies, ...wrong].map(
    ({ name, facts, verdict, worth, worked }, place): GoldenCompany => {
      const [list, index] =
        place < companies.length ? ['companies', place] : ['wrong', place - companies.length]
      const answers = { ...base, ...facts }
      const told = readWrittenFacts(answers)
      const strange = Object.keys(answers).filter((key) => isAskKey(key) && asks && !asks.includes(key))
      const unasked = strange.map((key) => ({ key, message: '这篇解读没有这个问题' }))
      for (const { key, message } of [...told.problems, ...unasked]) {
        problems.push({
          path: Object.hasOwn(facts, key) ? [list, index, 'facts', key] : ['base', key],
          message,
        })
      }
      return {
        ...{ name, facts: told.facts, status: statusOf(verdict) },
        ...(worth !== undefined && { worth: goldenWorth(worth) }),
        ...(worked && { worked }),
      }
    },
  )
  const wrongCases = wrong.map(({ thought, decides }, index): WrongCase => {
    const company = read[companies.length + index]
    if (!company) throw new RangeError(`no case ${index}`)
    return { ...company, thought: statusOf(thought), decides }
  })
  return { companies: read.slice(0, companies.length), wrong: wrongCases, problems }
}

/** Returns the facts, and the problems of unreadable answers. */
export function readWrittenFacts(written: Record<string, unknown>): {
  facts: Facts
  problems: { key: string; message: string }[]
} {
  const { facts, problems } = parseFacts(readAmounts(written), GOLDEN_DAY)
  return { facts, problems: problems.filter(({ severity }) => severity === 'error') }
}

/** Amounts may be written as in the trees: 300万. */
function readAmounts(written: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const amount = isAmount(key, value) ? readThreshold(value) : undefined
      return [key, amount === undefined ? value : writeDecimal(amount)]
    }),
  )
}

function readWorth(written: string | number): { amount: bigint; per: Benefit['per'] } | undefined {
  const [, digits, year] = /^(.+?)(\/年)?$/.exec(String(written)) ?? []
  const amount = readThreshold(digits)
  return amount === undefined ? undefined : { amount, per: year ? '年' : '次' }
}

export function goldenWorth(
  written: string | number | readonly [string | number, string | number | null],
): GoldenWorth {
  const [least, most] = Array.isArray(written) ? written : [written, written]
  const [low, high] = [least, most].map((end) => (end === null ? undefined : readWorth(end)))
  return { min: low?.amount ?? 0n, max: high?.amount ?? null, per: (high ?? low)?.per ?? '次' }
}

function isAmount(key: string, value: unknown): boolean {
  return isFactKey(key) ? factOf(key).kind === 'money' : isAskKey(key) && typeof value === 'string'
}

function statusOf(words: string): Status {
  return STATUSES.find((status) => STATUS_WORDS[status] === words) ?? 'unknown'
}
