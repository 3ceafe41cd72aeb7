import { isEmbedded } from '../../../lib/browser/embedded.ts'
import type { KeptAnswers } from '../../../lib/browser/kept/kept-answers.ts'

/** Returns where answers are stored, for every place with questions: a logged-in person sends each to the account. */
export function keptWords({ place, answers }: Pick<KeptAnswers, 'place' | 'answers'>): string {
  if (isEmbedded()) return '回答只在这一页，没有保存，也没有发送出去。'
  if (place !== 'account') return '回答只保存在本设备，没有发送出去。'
  return Object.keys(answers).length > 0 ? '回答已存入企业账户。' : '回答会存入企业账户。'
}
