/** 相关解读: policies for the same companies, in addition or as an alternative. */
import { NATION, regionNearness } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'

const SHOWN = 5
/** Relative to a fact that hardly any other policy uses. */
const WEIGHTS = { rival: 3, goal: 5, facts: 4, themes: 0.5, ownPlace: 1 }

interface Kin {
  data: Interpretation
  facts: ReadonlySet<string>
}

/** @param rivals page ids that each policy excludes */
export function makeSimilar(all: readonly Interpretation[], rivals: (id: number) => readonly number[]) {
  const kin = all.map((data): Kin => ({ data, facts: factsOf([data.eligibility, data.benefit]) }))
  const rarity = rarityOf(kin.map(({ facts }) => facts))
  const themeRarity = rarityOf(all.map(({ themes }) => new Set(themes)))

  return ({ id }: Pick<Interpretation, 'id'>, today: string): Interpretation[] => {
    const own = kin.find(({ data }) => data.id === id)
    if (!own) return []
    const scored = kin.flatMap((other) => {
      const { region, window } = other.data
      const isOut = own.data.region !== NATION && regionNearness(region, own.data.region) < 0
      if (other === own || isOut || !canBeHad(windowOf(window), today)) return []
      const score =
        Number(rivals(id).includes(other.data.id)) * WEIGHTS.rival +
        Number(sharesGoal(own, other)) * WEIGHTS.goal +
        (weigh(own.facts, other.facts, rarity) / Math.sqrt(12 + other.facts.size)) * WEIGHTS.facts +
        weigh(new Set(own.data.themes), new Set(other.data.themes), themeRarity) * WEIGHTS.themes +
        Number(region === own.data.region) * WEIGHTS.ownPlace
      return score > WEIGHTS.ownPlace ? [{ data: other.data, score }] : []
    })
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, SHOWN)
      .map(({ data }) => data)
  }
}

/** Returns the facts in conditions and formulas; each certificate counts separately, asks do not count. */
function factsOf(rule: unknown): Set<string> {
  const found = new Set<string>()
  JSON.stringify(rule, function (this: { fact?: unknown }, key, value) {
    if (/^(fact|by|rate|formula)$/.test(key) && typeof value === 'string') found.add(value)
    if (key === 'value' && this.fact === 'certificates') for (const one of [value].flat()) found.add(one)
    return value
  })
  return found
}

/** Whether one leads to a certificate that the other needs, or both to the same. */
function sharesGoal(one: Kin, other: Kin): boolean {
  const leads = ({ data: { grants } }: Kin, { data, facts }: Kin) =>
    grants !== undefined && (data.grants === grants || facts.has(grants))
  return leads(one, other) || leads(other, one)
}

function rarityOf(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of sets.flatMap((set) => [...set])) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].map(([name, count]) => [name, Math.log(sets.length / count)]))
}

function weigh(one: ReadonlySet<string>, other: ReadonlySet<string>, rarity: ReadonlyMap<string, number>) {
  return [...one.intersection(other)].reduce((sum, name) => sum + (rarity.get(name) ?? 0), 0)
}
