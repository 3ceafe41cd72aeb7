/** The questionnaire of 一键匹配, and the worth of its answers (behaviour B10.1). */
import * as v from 'valibot'
import { ASKS_MAX, type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import type { FactKey } from '../../rules/eligibility/facts.ts'
import { defineCall } from '../call.ts'

/** 不清楚: an answer that leaves the fact unknown. */
export const ANSWER_UNKNOWN = 'unknown'

/**
 * The permanent number of each question: the number of a removed question is never used again. The catalogue of facts sets
 * the order of the questionnaire.
 */
export const QUESTION_IDS: Readonly<Record<FactKey, number>> = {
  kind: 1,
  region: 2,
  industry: 3,
  founded_on: 4,
  employees: 5,
  insured: 6,
  dismissed: 7,
  key_hires: 8,
  revenue: 9,
  revenue_prior: 10,
  revenue_prior2: 11,
  rd_expense: 12,
  rd_expense_prior: 13,
  rd_expense_prior2: 14,
  rd_staff: 15,
  assets: 16,
  liabilities: 17,
  taxable_income: 18,
  investment: 19,
  ip_invention: 20,
  ip_utility: 21,
  certificates: 22,
  tax_credit: 23,
  taxpayer: 24,
  exporter: 25,
  violations: 26,
  founder_groups: 27,
  hired_groups: 28,
  tech_transfer: 29,
  abnormal: 30,
  main_revenue: 31,
}

const QUESTION_KINDS = [
  'choice',
  'multi',
  'number',
  'money',
  'date',
  'region',
  'industry',
  'boolean',
] as const

const TEXT_MAX_LENGTH = 64
const CHOICES_MAX = 50
const ANSWERS_MAX = 100

const questionId = v.pipe(v.number(), v.integer(), v.minValue(1))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.pipe(v.string(), v.maxLength(TEXT_MAX_LENGTH))

/** By kind: a key, a list of keys, a number, 元 as decimal text, YYYY-MM-DD, a division or industry code, yes or no. */
const answerValue = v.union([text, v.number(), v.boolean(), v.pipe(v.array(text), v.maxLength(CHOICES_MAX))])

/** Key of an answer to a question of one policy: 17.catalogue. */
export const askKey = v.custom<AskKey>(
  (key) => typeof key === 'string' && isAskKey(key),
  '应为政策编号和问题的名称，例如 17.catalogue',
)

/** Yes or no, or a decimal for a policy's own number. */
const askAnswer = v.union([
  v.boolean(),
  v.literal(ANSWER_UNKNOWN),
  v.pipe(v.string(), v.regex(/^\d{1,15}(\.\d{1,2})?$/)),
])

export type SentAskAnswer = v.InferOutput<typeof askAnswer>

export type AnswerValue = v.InferOutput<typeof answerValue>

export const question = v.object({
  /** Permanent. */
  id: questionId,
  key: v.string(),
  title: v.string(),
  kind: v.picklist(QUESTION_KINDS),
  options: v.nullable(v.array(v.object({ value: v.string(), label: v.string() }))),
  unit: v.nullable(v.string()),
  help: v.nullable(v.string()),
  /** Null when unanswered, or without a login. */
  answer: v.nullable(answerValue),
})

export type Question = v.InferOutput<typeof question>

export const listQuestions = defineCall({
  summary: '匹配问卷',
  method: 'GET',
  path: '/customer/api/v1/fixed/question',
  access: 'visitor',
  /** `asks`: the company's answers to questions of single policies. */
  answer: v.object({ result: v.object({ items: v.array(question), asks: v.record(askKey, askAnswer) }) }),
})

/** An invalid answer, with a text for the person. A refusal carries these as `problems`. */
const answerProblem = v.object({ id: questionId, message: v.string() })

export type AnswerProblem = v.InferOutput<typeof answerProblem>

/** The `problems` of a refusal. */
export const answerProblems = v.array(answerProblem)

/**
 * Any part of the questionnaire; the other answers stay. An answer that is invalid, or contradicts another: 400 with the
 * first problem's text, all of them in `problems`, and nothing is stored.
 */
export const saveAnswers = defineCall({
  summary: '保存问卷的回答',
  method: 'POST',
  path: '/customer/api/v1/fixed/question',
  access: 'company',
  body: v.object({
    answers: v.pipe(
      v.array(
        v.object({
          id: questionId,
          /** Null deletes the answer. */
          value: v.nullable(answerValue),
        }),
      ),
      v.maxLength(ANSWERS_MAX, `一次最多提交 ${ANSWERS_MAX} 个答案`),
    ),
    /** Answers to questions of single policies; null deletes one. */
    asks: v.optional(
      v.pipe(
        v.record(askKey, v.nullable(askAnswer)),
        v.maxEntries(ASKS_MAX, `一次最多提交 ${ASKS_MAX} 个答案`),
      ),
      {},
    ),
  }),
  /** Accepted answers that deserve a second look. */
  answer: v.object({ hints: answerProblems }),
})

/** Deletes every answer of the company. Succeeds also without any. */
export const resetAnswers = defineCall({
  summary: '清空问卷的回答',
  method: 'POST',
  path: '/customer/api/v1/reset/fix/answer',
  access: 'company',
  answer: v.object({}),
})

/** 元 as decimal text. */
const yuan = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/))

const bill = v.object({
  /** Policies in the total: 符合, not closed, and not given up for another. */
  count,
  /** Their total worth this year by law alone; a loan is no gain. `max` null when a missing answer leaves it open. */
  min: yuan,
  max: v.nullable(yuan),
  unit: v.literal('元'),
  /** Every policy that is 符合 and not closed. */
  items: v.array(
    v.object({
      /** Page id of the interpretation. */
      id: count,
      title: v.string(),
      /**
       * taken: in the total, with its price if it has one; contested: an authority still decides, in no sum; unfilled:
       * calculated once its own number is known; uncertified: counts once its certificate is there, `min` and `max` are the
       * gain of the total then; excluded: another takes its place; next_year: this year's batch has ended, `min` and `max`
       * are next year's worth.
       */
      standing: v.picklist(['taken', 'contested', 'unfilled', 'uncertified', 'excluded', 'next_year']),
      /** Both null without a price or for another party's money; only `max` null when a missing answer leaves it open. */
      min: v.nullable(yuan),
      max: v.nullable(yuan),
      /** 不可同时享受: the policies of the total, or the contested ones, that take its place. */
      excluded_by: v.array(count),
    }),
  ),
  /** Policies that are 待确认 and not closed. */
  unknown_count: count,
  /** Taxes that several items reduce, with their joint reduction: the items have what each would take alone. */
  taxes_together: v.array(v.object({ name: v.string(), min: yuan, max: v.nullable(yuan) })),
  /** Every combination was tried. */
  exact: v.literal(true),
})

export type Bill = v.InferOutput<typeof bill>

/** Returns the worth of the company's answers. */
export const readBill = defineCall({
  summary: '按回答估算可得的支持',
  method: 'GET',
  path: '/customer/api/v1/question/bill',
  access: 'company',
  answer: v.object({ data: bill }),
})
