/** What can be declared: the items of the catalogue, within their windows. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { windowState } from '../../src/lib/rules/time/application-window.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { KeptItem } from '../catalogue/kept-catalogue.ts'
import { Refusal } from '../http/refusal.ts'

/** @throws Refusal 404 when no page offers such an item (any more) */
export async function findItem(load: LoadCatalogue, itemId: number): Promise<KeptItem> {
  const { items } = await load()
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new Refusal(CODES.none, '没有找到这个申报事项，它可能已下线')
  return item
}

/** A window that nobody has verified keeps nobody out. @throws Refusal 409 outside the window */
export function refuseOutsideWindow({ window }: Pick<KeptItem, 'window'>, nowMs: number): void {
  const { state } = windowState(window, chinaDay(new Date(nowMs)))
  if (window.kind !== 'dated' || (state !== 'closed' && state !== 'upcoming')) return
  throw new Refusal(
    CODES.conflict,
    state === 'closed'
      ? `该事项的申报已于 ${window.closes} 截止，不能提交`
      : `该事项的申报自 ${window.opens} 起受理，您可以先保存草稿`,
  )
}
