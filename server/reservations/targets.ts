/** What can be reserved, and how it is called. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { FIRST_PROVIDER_ID } from '../../src/lib/contract/services/provider.ts'
import type { Reservation } from '../../src/lib/contract/services/reservation.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { packageName } from '../packages/packages.ts'
import { findProvider } from '../providers/public-providers.ts'

interface Target {
  kind: Reservation['kind']
  id: number
}

/** Providers and funds that are content. */
type Directory = Pick<KeptCatalogue, 'providers' | 'funds'>

/**
 * @param companyLevel the level of the company that asks
 * @throws Refusal 404 when there is no such target; 400 for a level that is not higher
 */
export async function nameTarget(
  db: Database,
  { providers, funds }: Directory,
  { kind, id }: Target,
  companyLevel: number,
): Promise<string> {
  switch (kind) {
    case 'expert':
      return (await shownExpertName(db, id)) ?? refuseMissing('没有找到这位专家')
    case 'upgrade':
      if (id <= companyLevel) throw new Refusal(CODES.invalid, '请选择更高的企业等级')
      return (await packageName(db, id)) ?? refuseMissing('没有找到这个企业等级')
    case 'provider':
      // One that was taken off keeps its place in the content until the next build.
      return id < FIRST_PROVIDER_ID
        ? (titleOf(providers, id) ?? refuseMissing('没有找到这家服务商'))
        : ((await findProvider(db, id))?.company_name ?? refuseMissing('这家服务商已下线，暂不接受预约'))
    case 'fund':
      return titleOf(funds, id) ?? refuseMissing('没有找到这只基金')
  }
}

function titleOf(entries: readonly { id: number; title: string }[], id: number): string | undefined {
  return entries.find((entry) => entry.id === id)?.title
}

async function shownExpertName(db: Database, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('experts')
    .select('name')
    .where('id', '=', id)
    .where('hidden', '=', 0)
    .executeTakeFirst()
  return found?.name
}

function refuseMissing(words: string): never {
  throw new Refusal(CODES.none, words)
}
