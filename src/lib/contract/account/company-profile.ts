/** 企业档案: a company's own data. Questions that the questionnaire also asks share one answer. */
import * as v from 'valibot'
import type { FactKey } from '../../rules/eligibility/facts.ts'
import { SIZES } from '../../rules/eligibility/options.ts'
import { creditCodeProblem } from '../../rules/text/credit-code.ts'
import { defineCall } from '../call.ts'
import { answerProblems, question, saveAnswers } from '../policies/question.ts'
import { line, properName, typedCreditCode } from '../text.ts'
import { companyDeletion } from './company-data.ts'
import { phone } from './sms.ts'

export const PROFILE_FACTS = [
  'kind',
  'region',
  'industry',
  'founded_on',
  'employees',
  'revenue',
  'assets',
  'taxpayer',
] as const satisfies readonly FactKey[]

function orNothing<const Text extends v.GenericSchema<string, string>>(text: Text) {
  return v.union([text, v.pipe(v.string(), v.trim(), v.literal(''))])
}

const creditCode = v.pipe(
  typedCreditCode,
  v.check(
    (code) => code === '' || creditCodeProblem(code) === undefined,
    ({ input }) => creditCodeProblem(input) ?? '',
  ),
)

export const profileFields = v.object({
  name: properName('企业名称', 100),
  /** GB 32100-2015; empty if unknown. */
  credit_code: creditCode,
  legal_person: orNothing(properName('法定代表人', 50)),
  address: orNothing(line('地址', 200)),
  contact: orNothing(properName('联系人', 50)),
  phone: orNothing(phone),
})

export const companyProfile = v.object({
  ...profileFields.entries,
  phone: v.string(),
  /** 中小企业划型 by the answers so far: the classes that are still possible, smallest first. */
  sizes: v.array(v.picklist(Object.keys(SIZES) as (keyof typeof SIZES)[])),
})

export type CompanyProfile = v.InferOutput<typeof companyProfile>

export const profileAnswer = {
  profile: companyProfile,
  questions: v.array(question),
  deletion: v.nullable(companyDeletion),
}

export const readProfile = defineCall({
  summary: '企业档案',
  method: 'GET',
  path: '/customer/api/v1/company/profile',
  access: 'company',
  answer: v.object(profileAnswer),
})

/** Changes only the given fields. One invalid answer stores nothing: 400 with `problems`. */
export const changeProfile = defineCall({
  summary: '修改企业档案',
  method: 'PUT',
  path: '/customer/api/v1/company/profile',
  access: 'company',
  body: v.object({
    ...v.partial(profileFields).entries,
    answers: v.optional(saveAnswers.body.entries.answers, () => []),
  }),
  answer: v.object({
    ...profileAnswer,
    hints: answerProblems,
  }),
})
