/** Who was known last on this device: whose drafts and pages it shows while there is no line, and nobody else's. */
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { closePages } from '../../browser/offline/pages.ts'
import { readHint } from '../../browser/session-hint.ts'
import { $companyId, $owner, $person } from '../session.ts'
import { $sessionCheck } from '../session-check.ts'

/** `at`: when the pages of what the company follows were asked for; ms since 1970. */
export const keptOwner = kept('owner', v.object({ of: v.string(), at: v.number() }))

let closing = Promise.resolve()

/** Takes away all pages that are kept. */
export function closeAll(): void {
  closing = closePages()
}

export function pagesClosed(): Promise<void> {
  return closing
}

function meetOwner(): void {
  const of = $owner.get()
  if (of !== null && keptOwner.read()?.of === of) return
  closeAll()
  if (of === null) keptOwner.drop()
  else keptOwner.keep({ of, at: 0 })
}

$person.listen(meetOwner)
if ($person.get() !== undefined) meetOwner()

/** The company; while the server does not answer that of who was known last, whose drafts this device has. */
export function companyMeanwhile(): number | null {
  const { status } = $sessionCheck.get()
  const isUnknown = readHint() && (status === 'failed' || status === 'slow')
  const before = isUnknown ? Number.parseInt(keptOwner.read()?.of ?? '', 10) : Number.NaN
  return $companyId.get() ?? (Number.isNaN(before) ? null : before)
}
