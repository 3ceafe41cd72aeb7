/** The last known person on this device, whose drafts and pages it shows offline. */
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { closePages } from '../../browser/offline/pages.ts'
import { readHint } from '../../browser/session-hint.ts'
import { $companyId, $owner, $person } from '../session.ts'
import { $sessionCheck } from '../session-check.ts'

/** `at`: last request for the pages of the company's follows; ms since 1970. */
export const keptOwner = kept('owner', v.object({ of: v.string(), at: v.number() }))

let closing = Promise.resolve()

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

/** Returns the company; without the server's answer, the last known one, whose drafts this device has. */
export function companyMeanwhile(): number | null {
  const { status } = $sessionCheck.get()
  const isUnknown = readHint() && (status === 'failed' || status === 'slow')
  const before = isUnknown ? Number.parseInt(keptOwner.read()?.of ?? '', 10) : Number.NaN
  return $companyId.get() ?? (Number.isNaN(before) ? null : before)
}
