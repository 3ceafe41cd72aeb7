import type { Catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import { itemKeeper, type KeptCatalogue } from '../catalogue/kept-catalogue.ts'

const keptOnes = new WeakMap<Catalogue, KeptCatalogue>()

/** A catalogue as the server keeps it after it has read its file: the same each time, until there is another. */
export function keepCatalogue(catalogue: Catalogue): KeptCatalogue {
  const known = keptOnes.get(catalogue)
  if (known) return known
  const keep = itemKeeper()
  const items = catalogue.items.map((item) => keep(item, Buffer.from(JSON.stringify(item))))
  const kept = { ...catalogue, items }
  keptOnes.set(catalogue, kept)
  return kept
}
