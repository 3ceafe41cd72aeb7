/** 相关解读: policies for the same companies, in addition or as an alternative. */
import { NATION, regionNearness } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'

const SHOWN = 5
/** Weights that rank the policies of `similar.content.test.ts` as an adviser would. */
const WEIGHTS = { rival: 3, goal: 5, facts: 4, themes: 0.5, ownPlace: 1 }
/** Damps policies that ask for many facts, because they share some with every other one. */
const USUAL_FACTS = 12
const NAMING_FIELDS = new Set(['fact', 'by', 'rate', 'formula'])

interface Kin {
  data: Interpretation
  facts: ReadonlySet<string>
}

export function makeSimilar(all: readonly Interpretation[], rivals: (id: number) => readonly number[]) {
  const kin = all.map((data): Kin => ({ data, facts: new Set(factsIn([data.eligibility, data.benefit])) }))
  const rarity = rarityOf(kin.map(({ facts }) => facts))
  const themeRarity = rarityOf(all.map(({ themes }) => new Set(themes)))

  const scoreOf = (own: Kin, other: Kin): number =>
    Number(rivals(own.data.id).includes(other.data.id)) * WEIGHTS.rival +
    Number(sharesGoal(own, other)) * WEIGHTS.goal +
    (weigh(own.facts, other.facts, rarity) / Math.sqrt(USUAL_FACTS + other.facts.size)) * WEIGHTS.facts +
    weigh(new Set(own.data.themes), new Set(other.data.themes), themeRarity) * WEIGHTS.themes +
    Number(other.data.region === own.data.region) * WEIGHTS.ownPlace

  return ({ id }: Pick<Interpretation, 'id'>, today: string): Interpretation[] => {
    const own = kin.find(({ data }) => data.id === id)
    if (!own) return []
    const isOffered = ({ data: { region, window } }: Kin) =>
      canBeHad(windowOf(window), today) &&
      (own.data.region === NATION || regionNearness(region, own.data.region) >= 0)
    return kin
      .filter((other) => other !== own && isOffered(other))
      .map((other) => ({ data: other.data, score: scoreOf(own, other) }))
      .filter(({ score }) => score > WEIGHTS.ownPlace)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, SHOWN)
      .map(({ data }) => data)
  }
}

/** Yields the facts in conditions and formulas; each certificate counts separately, asks do not count. */
function* factsIn(rule: unknown): Generator<string> {
  if (typeof rule !== 'object' || rule === null) return
  for (const [field, value] of Object.entries(rule)) {
    if (NAMING_FIELDS.has(field) && typeof value === 'string') yield value
    else yield* factsIn(value)
  }
  if ('fact' in rule && rule.fact === 'certificates' && 'value' in rule)
    yield* [rule.value].flat() as string[]
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
