/** What is refused about folders and files. Foreign and missing look the same (behaviour B4.4). */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../sessions/sessions.ts'

export function noSuchFolder(): Refusal {
  return new Refusal(CODES.none, '没有找到这个文件夹，它可能已被删除')
}

/** With the existing one's id, the person can open it, replace it or choose another name. */
export function nameTaken(kind: '文件夹' | '文件', existingId: number): Refusal {
  return new Refusal(CODES.conflict, `这里已有同名${kind}，请换一个名称`, { existing_id: existingId })
}

export function tooMany(what: string, limit: number): Refusal {
  return new Refusal(CODES.invalid, `${what}最多 ${limit} 个，请先整理或删除不需要的内容`)
}

/** Another company's documents look like none. @throws Refusal 404 */
export function refuseForeign({ customer }: Session, companyId: number): void {
  if (customer.company_id !== companyId) throw noSuchFolder()
}
