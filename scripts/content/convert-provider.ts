/** An approved provider as the front matter of a content file. What was written in one go is cut line by line. */
import type { PublicProvider } from '../../src/lib/contract/services/provider.ts'
import { NATION } from '../../src/lib/rules/regions.ts'

const NAME_LENGTH = 30
const INTRO_LENGTH = 120
/** 代理记账，每月 300 元: what stands before the first mark is what it is called. */
const NAMED = new RegExp(`^([^，。：；,:;]{1,${NAME_LENGTH}})[，。：；,:;]\\s*(.+)$`)

export interface Part {
  name: string
  text?: string
}

export function convertProvider(provider: PublicProvider) {
  const { id, category_id, company_name, services, regions, cases, contact, phone } = provider
  const parts = cutLines(services)
  return {
    id,
    title: company_name,
    category: category_id,
    region: commonRegion(regions),
    ...(regions.length > 1 && { regions }),
    checked: provider.gmt_modified.slice(0, 10),
    ref: `approved-${provider.poid}`,
    intro: shorten(`提供${parts.map(({ name }) => name).join('、')}`, INTRO_LENGTH),
    services: parts,
    cases: cutLines(cases).map(({ name, text }) => ({ title: name, text: text ?? name })),
    contact: { person: contact, phone },
  }
}

function cutLines(text: string): Part[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(cutLine)
}

function cutLine(line: string): Part {
  const [, name, text] = NAMED.exec(line) ?? []
  if (name && text) return { name: name.trim(), text }
  return line.length <= NAME_LENGTH ? { name: line } : { name: shorten(line, NAME_LENGTH), text: line }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

/** The smallest place that holds all of them. */
function commonRegion(regions: readonly string[]): string {
  const [first = NATION] = regions
  const digits = [6, 4, 2].find((count) =>
    regions.every((code) => code.slice(0, count) === first.slice(0, count)),
  )
  return digits === undefined ? NATION : first.slice(0, digits).padEnd(6, '0')
}
