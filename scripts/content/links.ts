/**
 * `npm run content:links [-- --again] [--json]`: requests every outside address that the content names, and reports which
 * have moved, are gone or do not answer. An interrupted run resumes; `--again` starts over. Exit code 1 when pages are
 * gone, 2 when no address answers: then this machine is offline, and the results are discarded.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import {
  LINK_STATES,
  type LinkResult,
  type LinkResults,
  type LinkState,
  linkResultsFile,
  type OutsideLink,
  outsideLinks,
  readLinkResults,
} from '../../src/lib/content/check/outside-links.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { formatDate } from '../../src/lib/rules/time/dates.ts'
import { DAY_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { site } from '../../src/site.ts'
import { asker, MANNERS, type Manners } from './ask-address.ts'

/** Number of hosts that are asked in parallel. */
const HOSTS_AT_ONCE = 6
const TOTAL_MS = 30 * MINUTE_MS
/** Results of this age need no new request. */
const KEPT_MS = 7 * DAY_MS

export interface Run {
  links: readonly OutsideLink[]
  known: LinkResults
  /** Also request addresses with a known result. */
  again: boolean
  manners: Manners
  totalMs?: number
  keep: (results: LinkResults) => Promise<void>
}

/** Requests addresses without a result, and returns all results. Forgets addresses that content no longer names. */
export async function checkLinks({ links, known, again, manners, totalMs = TOTAL_MS, keep }: Run) {
  const { now } = manners
  const endMs = now() + totalMs
  const isDue = ({ address }: OutsideLink) => again || !isKept(known[address], now())
  const named = new Set(links.map(({ address }) => address))
  const results: LinkResults = Object.fromEntries(
    Object.entries(known).filter(([address]) => named.has(address)),
  )
  const byHost = Object.values(
    Object.groupBy(links.filter(isDue), ({ address }) => new URL(address).host),
  ) as OutsideLink[][]
  const ask = asker(manners)
  const workHosts = async () => {
    for (let host = byHost.pop(); host; host = byHost.pop()) {
      for (const { address } of host) {
        if (now() >= endMs) return
        const finding = await ask(address)
        const at = new Date(now()).toISOString()
        const before = results[address]
        const since = before?.state === finding.state ? before.since : at
        results[address] = { ...finding, at, since }
        await keep(results)
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, workHosts))
  return results
}

function isKept(result: LinkResult | undefined, nowMs: number): boolean {
  if (!result) return false
  if (result.until !== undefined) return Date.parse(result.until) > nowMs
  return nowMs - Date.parse(result.at) < KEPT_MS
}

/** Returns the report for editors: worst first, each with the places that name it. */
export function linksReport(links: readonly OutsideLink[], results: LinkResults): string {
  const worst: readonly LinkState[] = ['gone', 'inside', 'silent', 'moved', 'refuses', 'later']
  const of = (state: LinkState) => links.filter(({ address }) => results[address]?.state === state)
  const unasked = links.filter(({ address }) => results[address] === undefined).length
  const parts = worst.flatMap((state) => {
    const found = of(state)
    if (found.length === 0) return []
    const rows = found.map(({ address, places }) => {
      const { why, to, since, until } = results[address] as LinkResult
      const words = [
        why,
        to && `新地址 ${to}`,
        `${formatDate(chinaDay(new Date(since)))}起`,
        until && `${formatDate(chinaDay(new Date(until)))}以后再问`,
      ].filter(Boolean)
      const where = places.map(({ file, line, field }) => `    ${file}:${line} ${field}`)
      return [`  ${address}（${words.join('，')}）`, ...where].join('\n')
    })
    return [`${LINK_STATES[state]}：${found.length} 个`, ...rows, '']
  })
  const summary = [
    `共 ${links.length} 个外部地址，${of('fine').length} 个能打开`,
    ...(unasked > 0 ? [`${unasked} 个还没有问到，再运行一次就接着问`] : []),
  ]
  return [...parts, `${summary.join('，')}。`].join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      again: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      /** Allows addresses of this machine, for tests. */
      inside: { type: 'boolean', default: false },
    },
  })
  const file = linkResultsFile(process.env['CACHE_DIR'] ?? 'node_modules/.astro')
  const known = readLinkResults(file)
  const links = await outsideLinks(process.env['CONTENT_DIR'] ?? 'src/content')
  const portal = process.env['SITE_URL'] ?? `mailto:${site.email}`
  let asked = 0
  // One after the other, because each write contains all results.
  let writing = Promise.resolve()
  const keep = (results: LinkResults) => {
    asked += 1
    if (asked % 20 === 0) console.error(`已问 ${asked} 个…`)
    const text = JSON.stringify(results, null, 1)
    writing = writing.then(() => writeWhole(file, text))
    return writing
  }
  const results = await checkLinks({
    links,
    known,
    again: values.again,
    manners: {
      ...MANNERS,
      allowsInside: values.inside,
      userAgent: `zhice-portal content:links (+${portal})`,
    },
    keep,
  })
  if (links.length > 0 && links.every(({ address }) => results[address]?.state === 'silent')) {
    await writeWhole(file, JSON.stringify(known))
    console.error('没有一个地址有回应，也许这台机器上不了网。结果没有保存，请检查网络后再试。')
    process.exit(2)
  }
  console.log(values.json ? JSON.stringify(results, null, 1) : linksReport(links, results))
  process.exitCode = links.some(({ address }) => results[address]?.state === 'gone') ? 1 : 0
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.next`, text)
  await rename(`${file}.next`, file)
}
