/** 不可同时享受: groups of incompatible policies in `CONTENT_DIR/exclusions.yaml`. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'astro/zod'
import { schemaProblems } from './load/markdown-file.ts'
import { type Problem, parseYamlFields } from './load/yaml-fields.ts'
import { pageId, text } from './schema/fields.ts'

const percent = z.number().min(0).max(100)
const rising = z
  .tuple([percent, percent])
  .refine(([low, high]) => low < high, { error: '[最低, 最高]' })
  .readonly()

const schema = z.array(
  z.strictObject({
    reason: text(60),
    choices: z
      .array(
        z
          .strictObject({
            id: pageId,
            /** The remaining tax rate in percent; its range if it changes from year to year. */
            rate: z.union([percent, rising]).optional(),
            words: text(20).optional(),
          })
          .refine(
            ({ rate, words }) => typeof rate === 'number' || (rate === undefined) === (words === undefined),
            {
              error: '[最低, 最高] 和 words 一起写',
              path: ['words'],
            },
          ),
      )
      .min(2),
  }),
)

export type Exclusions = z.infer<typeof schema>
type Choice = Exclusions[number]['choices'][number]

export interface Rival {
  id: number
  reason: string
  /** The better choice of the two; missing if the figures cannot decide. */
  advice?: string
}

/** Returns no exclusions without the file. With `known` interpretations, unknown ids are problems. */
export async function readExclusions(
  contentDir: string,
  known?: ReadonlySet<number>,
): Promise<{ exclusions: Exclusions; problems: Problem[] }> {
  const path = join(contentDir, 'exclusions.yaml')
  if (!existsSync(path)) return { exclusions: [], problems: [] }
  const file = relative(process.cwd(), path)
  const parsed = parseYamlFields(file, await readFile(path, 'utf8'))
  if (parsed.problems.length > 0) return { exclusions: [], problems: parsed.problems }
  const result = schema.safeParse(parsed.data ?? [])
  if (!result.success) return { exclusions: [], problems: schemaProblems(file, parsed, result.error) }
  const problems = result.data.flatMap(({ choices }, group) =>
    choices.flatMap(({ id }, place): Problem[] => {
      const mistake =
        (known && !known.has(id) && `没有编号为 ${id} 的解读`) ||
        (choices.findIndex((other) => other.id === id) < place && `同一组里重复写了 ${id}`)
      if (!mistake) return []
      const field = [group, 'choices', place, 'id']
      const problem = { line: parsed.lineOf(field), field: field.join('.'), found: mistake }
      return [{ file, expected: '其他解读的 id', ...problem }]
    }),
  )
  return { exclusions: result.data, problems }
}

export function rivalsOf(exclusions: Exclusions, id: number): Rival[] {
  const rivals = exclusions.flatMap(({ reason, choices }) => {
    const own = choices.find((choice) => choice.id === id)
    if (!own) return []
    return choices
      .filter((choice) => choice !== own)
      .map((other): Rival => {
        const advice = adviceOn(own, other)
        return { id: other.id, reason, ...(advice && { advice }) }
      })
  })
  return rivals.filter((rival, place) => rivals.findIndex((each) => each.id === rival.id) === place)
}

/** Returns the worst rate, for totals that must choose one of them. */
export function rateOf(exclusions: Exclusions, id: number): number | undefined {
  const rate = exclusions.flatMap(({ choices }) => choices).find((choice) => choice.id === id)?.rate
  return typeof rate === 'object' ? rate[1] : rate
}

function adviceOn(own: Choice, other: Choice): string | undefined {
  if (own.rate === undefined || other.rate === undefined) return undefined
  const [[low, high], [otherLow, otherHigh]] = [spanOf(own.rate), spanOf(other.rate)]
  const [words, otherWords] = [rateWords(own), rateWords(other)]
  if (low === otherLow && high === otherHigh) return `税率相同（${words}），建议选条件更有把握的一项`
  if (high <= otherLow) return `本项${words}，低于该项${otherWords}，建议优先适用本项`
  if (low >= otherHigh) return `该项${otherWords}，低于本项${words}，建议优先适用该项`
  return `请按年份比较（本项${words}，该项${otherWords}）`
}

function spanOf(rate: NonNullable<Choice['rate']>): readonly [number, number] {
  return typeof rate === 'number' ? [rate, rate] : rate
}

function rateWords({ rate, words }: Choice): string {
  return words ?? `${rate}%`
}
