/** Limits of the figures for broken connections and short keys. */
import { PART_BYTES } from '../../../src/lib/contract/documents/storage.ts'
import type { CutFigures, KeyFigures } from './bad-lines.ts'

const RESUME_MS = 3000

/** @returns violations, as texts */
export function judgeCut({ status, text, resentBytes, partsInFlight, resumedAfterMs }: CutFigures): string[] {
  const wrong: string[] = []
  if (status !== 'done') wrong.push(`断线后上传没有完成：${status} ${text}`)
  if (resentBytes > partsInFlight * PART_BYTES) {
    wrong.push(`断线后重发 ${resentBytes} 字节，断开时只有 ${partsInFlight} 个分片在途`)
  }
  if (!(resumedAfterMs <= RESUME_MS)) wrong.push(`恢复后 ${Math.round(resumedAfterMs)} 毫秒才继续`)
  return wrong
}

/** @returns violations, as texts */
export function judgeKeys({ status, renewals, early, again }: KeyFigures): string[] {
  const wrong: string[] = []
  if (status !== 'done') wrong.push(`凭证更换后上传没有完成：${status}`)
  if (renewals === 0) wrong.push('凭证没有到期，什么也没有验证')
  if (early > 0) wrong.push(`凭证每次到期应只更换一次，多换了 ${early} 次`)
  if (again > 0) wrong.push(`重发了 ${again} 个已完成的分片`)
  return wrong
}
