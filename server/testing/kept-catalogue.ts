import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import { compileCatalogue, type KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { DocumentKind, KnownDocument, SearchLibrary } from '../catalogue/search-library.ts'

const keptOnes = new WeakMap<Catalogue, KeptCatalogue>()

/** Returns a catalogue as the server keeps it after reading the file; the same catalogue gives the same object. */
export function keepCatalogue(catalogue: Catalogue): KeptCatalogue {
  const kept = keptOnes.get(catalogue) ?? compileCatalogue(catalogue)
  keptOnes.set(catalogue, kept)
  return kept
}

const KINDS = { item: '政策解读', original: '部门文件', news: '政策资讯' } as const

/** Returns the documents of a catalogue for lists and the search, which looks for words in titles. */
export function knownDocuments({ items, policies, news }: Catalogue): SearchLibrary {
  const toDocument = (kind: DocumentKind, given: Partial<CatalogueItem> & { id: number; title: string }) => {
    const { id, title, region = '000000', department = '', support = '', window } = given
    const facts = { kind: KINDS[kind], region, themes: [], departments: [department], day: '2026-11-01' }
    const row = { text: title, region, themes: [], support, department, kind: KINDS[kind] }
    return {
      kind,
      id,
      title,
      gist: `${title}的要点`,
      facts: { ...facts, claim: '', window },
      row: { ...row, window: window ?? { kind: 'unknown' }, published: facts.day },
    } satisfies KnownDocument
  }
  const documents = [
    ...items.map((item) => toDocument('item', item)),
    ...policies.map((policy) => toDocument('original', policy)),
    ...news.map((article) => toDocument('news', article)),
  ]
  return {
    documents,
    regionNames: new Map([
      ['440000', '广东省'],
      ['440100', '广东省广州市'],
    ]),
    holding: async (words) => new Set(documents.filter(({ title }) => title.includes(words))),
  }
}
