/** The rules against what a person marked, where the corpus is; recall and precision per field are printed. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readAuthorities } from '../../lib/content/authorities.ts'
import { readCollection } from '../../lib/content/check/library.ts'
import type { Condition } from '../../lib/rules/eligibility/tree.ts'
import type { Proposal } from './proposal.ts'
import { propose } from './propose.ts'

const CORPUS = process.env['POLICY_CORPUS'] ?? '/work/shared/corpus/policies-real.jsonl'

interface Marked {
  id: string
  held?: true
  maybe?: string[]
  issuers?: string[]
  number?: string
  made?: string[]
  published?: string[]
  effective?: string[]
  runs?: string[]
  opens?: string[]
  closes?: string[]
  always?: true
  region?: string
  kind?: string
  themes?: string[]
  amounts?: string[]
  hotline?: string
  papers?: number
  conditions?: string[]
}

interface Score {
  marked: number
  found: number
  proposed: number
  right: number
}

const marked = parse(readFileSync(new URL('./marked-documents.yaml', import.meta.url), 'utf8')) as Marked[]
const { authorities } = await readAuthorities('src/content')

test('forty documents are marked, ten of them held back', () => {
  expect(new Set(marked.map(({ id }) => id)).size).toBe(marked.length)
  expect(marked.filter(({ held }) => held)).toHaveLength(marked.length > 30 ? 10 : 0)
})

test.skipIf(existsSync(CORPUS))(
  `the corpus is not here (${CORPUS}; POLICY_CORPUS names another): the originals of the project instead`,
  async () => {
    const { entries } = await readCollection('src/content', 'originals')
    const scores = new Map<string, Score>()
    for (const { data, body } of entries) {
      const proposals = propose(data.title, body, authorities)
      tally(scores, 'region', [data.region], values(proposals, 'region'))
    }
    console.log(table(scores))
    expect(entries.length).toBeGreaterThan(20)
  },
)

test.runIf(existsSync(CORPUS))('recall and precision over the marked documents', () => {
  const documents = new Map(
    readFileSync(CORPUS, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; title: string; body_markdown: string })
      .map((row) => [row.id, row]),
  )
  for (const held of [false, true]) {
    const scores = new Map<string, Score>()
    for (const truth of marked.filter((document) => (document.held ?? false) === held)) {
      const document = documents.get(truth.id)
      if (!document) throw new Error(`${truth.id} is not in the corpus`)
      compare(scores, truth, propose(document.title, document.body_markdown, authorities))
    }
    if (scores.size === 0) continue
    console.log(`${held ? 'held back' : 'used while the rules were written'}\n${table(scores)}`)
    for (const [field, least] of Object.entries(held ? {} : LEAST)) {
      const { recall, precision } = rate(scores.get(field))
      expect(recall, `recall of ${field}`).toBeGreaterThanOrEqual(least)
      expect(precision, `precision of ${field}`).toBeGreaterThanOrEqual(least)
    }
  }
})

/** What the rules reached when they were written: a change must not lose it. */
const LEAST: Record<string, number> = {
  number: 0.95,
  issuer: 0.95,
  dates: 0.95,
  amounts: 0.9,
  conditions: 0.7,
}

function compare(scores: Map<string, Score>, truth: Marked, proposals: Proposal[]): void {
  const maybe = new Set(truth.maybe ?? [])
  const both = (field: string, right: string[], said: string[], name = field) =>
    tally(
      scores,
      field,
      right,
      said.filter((value) => right.includes(value) || !maybe.has(`${name} ${value}`)),
      truth.id,
    )
  both('number', truth.number ? [truth.number] : [], values(proposals, 'number'))
  both('issuer', truth.issuers ?? [], [
    ...new Set(proposals.flatMap(({ field, value }) => (field === 'issuers' ? (value as string[]) : []))),
  ])
  const dates = (['made', 'published', 'effective', 'runs', 'opens', 'closes'] as const).map((field) => {
    const right = (truth[field] ?? []).map(String)
    const said = [...new Set(daysSaid(proposals, field))]
    return { right: right.map((day) => `${field} ${day}`), said: said.map((day) => `${field} ${day}`) }
  })
  for (const { right, said } of dates) {
    const kept = said.filter((value) => right.includes(value) || !maybe.has(value))
    tally(scores, 'dates', right, kept, truth.id)
    tally(scores, `  ${(right[0] ?? kept[0] ?? '').split(' ')[0]}`, right, kept)
  }
  both('region', truth.region ? [truth.region] : [], values(proposals, 'region'))
  both('kind', truth.kind ? [truth.kind] : [], truth.kind ? values(proposals, 'kind') : [])
  if (truth.themes) both('themes', truth.themes, values(proposals, 'theme'))
  const [right, said] = [
    truth.amounts ?? [],
    proposals.flatMap((proposal) =>
      proposal.field === 'amount'
        ? [...new Set([proposal.value.min, proposal.value.max])].flatMap((n) =>
            n === undefined
              ? []
              : [
                  `${proposal.value.lead ? '≤' : ''}${n}${proposal.value.unit}${proposal.value.per ? `/${proposal.value.per}` : ''}`,
                ],
          )
        : [],
    ),
  ]
  if (truth.amounts) {
    const withoutPer = (list: string[]) => [...new Set(list.map((value) => value.split('/')[0] ?? ''))]
    both('amounts', withoutPer(right), withoutPer(said), 'amount')
    both(
      '  with per',
      right,
      [...new Set(said)].filter((value) => !maybe.has(`amount ${value.split('/')[0]}`)),
      'amount',
    )
  }
  both('hotline', truth.hotline ? [truth.hotline] : [], values(proposals, 'hotline'))
  tally(
    scores,
    'always',
    truth.always ? ['yes'] : [],
    proposals.some(
      ({ field, value }) => field === 'window' && (value as { kind: string }).kind === '常年受理',
    )
      ? ['yes']
      : [],
    truth.id,
  )
  if (truth.papers !== undefined) {
    const papers = proposals.filter(({ field }) => field === 'material').length
    add(scores, 'papers (by number)', {
      marked: truth.papers,
      found: Math.min(truth.papers, papers),
      proposed: papers,
      right: Math.min(truth.papers, papers),
    })
  }
  if (truth.conditions) {
    const said = proposals.flatMap((proposal) => (proposal.field === 'condition' ? [proposal] : []))
    const hits = (wanted: string) =>
      said.filter(({ value }) => wanted.split(' | ').some((way) => meets(way, value)))
    const found = truth.conditions.filter((wanted) => hits(wanted).length > 0)
    const right = new Set(truth.conditions.flatMap(hits))
    if (process.env['SHOW']) {
      for (const wanted of truth.conditions)
        if (!found.includes(wanted)) console.log(`${truth.id} missed condition: ${wanted}`)
      for (const one of said)
        if (!right.has(one))
          console.log(`${truth.id} extra condition: ${JSON.stringify({ ...one.value, clause: undefined })}`)
    }
    add(scores, 'conditions', {
      marked: truth.conditions.length,
      found: found.length,
      proposed: said.length,
      right: right.size,
    })
  }
}

/** `ask` words: in the question; of a fact the operator and every value. */
function meets(wanted: string, condition: Condition): boolean {
  const [fact, op, value, ...more] = wanted.split(' ')
  if (fact === 'ask') {
    const words = [op, value, ...more].filter((word) => word !== undefined)
    return 'ask' in condition && words.every((word) => condition.ask.includes(word))
  }
  if (!('fact' in condition) || condition.fact !== fact || condition.op !== op || !('value' in condition))
    return false
  const held = [condition.value].flat().map(String)
  return (value ?? '').split(',').every((one) => held.includes(one))
}

function values(proposals: Proposal[], wanted: string): string[] {
  return [...new Set(proposals.flatMap(({ field, value }) => (field === wanted ? [String(value)] : [])))]
}

function daysSaid(proposals: Proposal[], field: string): string[] {
  if (field === 'made' || field === 'published' || field === 'effective') return values(proposals, field)
  return proposals.flatMap((proposal) => {
    if (proposal.field !== 'window') return []
    const { value } = proposal
    if (value.kind === '全年可享')
      return field === 'runs' ? [`${value.opens ?? ''}..${value.closes ?? ''}`] : []
    if (value.kind !== '申报期') return []
    return field === 'closes' ? [value.closes] : field === 'opens' && value.opens ? [value.opens] : []
  })
}

function tally(
  scores: Map<string, Score>,
  field: string,
  right: string[],
  said: string[],
  id?: string,
): void {
  const found = right.filter((value) => said.includes(value)).length
  if (process.env['SHOW'] && id) {
    const missed = right.filter((value) => !said.includes(value))
    const extra = said.filter((value) => !right.includes(value))
    if (missed.length + extra.length > 0)
      console.log(`${id} ${field} missed ${missed.join(' ')} extra ${extra.join(' ')}`)
  }
  add(scores, field, { marked: right.length, found, proposed: said.length, right: found })
}

function add(scores: Map<string, Score>, field: string, more: Score): void {
  const known = scores.get(field) ?? { marked: 0, found: 0, proposed: 0, right: 0 }
  for (const key of Object.keys(more) as (keyof Score)[]) known[key] += more[key]
  scores.set(field, known)
}

function rate(score: Score | undefined): { recall: number; precision: number } {
  const { marked = 0, found = 0, proposed = 0, right = 0 } = score ?? {}
  return { recall: marked ? found / marked : 1, precision: proposed ? right / proposed : 1 }
}

function table(scores: Map<string, Score>): string {
  return [...scores]
    .filter(([field]) => field.trim() !== '')
    .map(([field, score]) => {
      const { recall, precision } = rate(score)
      return `${field.padEnd(20)} marked ${score.marked}, recall ${recall.toFixed(2)}; proposed ${score.proposed}, precision ${precision.toFixed(2)}`
    })
    .join('\n')
}
