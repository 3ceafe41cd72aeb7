/**
 * Left to itself, rolldown makes a file for every set of islands that shares something: a tap then loads up to a hundred
 * small ones, each with a head of its own, and a browser fetches six at a time. Here two become one when those who need
 * both save more by it than those pay who need one of them. rolldown's own merging (`entriesAwareMergeThreshold`) knows no
 * users of different weight: with 4 KB the login is 140 KB instead of 92, and an application still 46 files instead of 31.
 */
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** What a file more costs who waits for it, as bytes: its head, and its share of the way to the server and back. */
const FILE_BYTES = 3000
/** So much of a module is sent, about; of libraries, most is left out. */
const SENT_SHARE = 0.25
const MODULE_BYTES_MOST = 20_000
/** Operators come daily, and their browsers keep what they load. */
const DESK_WEIGHT = 0.7
/** What opens in an island finds most of what it needs there. */
const LATER_WEIGHT = 0.3
/** Who reads, filters and searches pays least for what others use. */
const READER_PAYS = 8

/** Who does anything with an account begins with it. */
const LOGIN = /\/LoginIsland\.tsx$/
const LOGIN_WEIGHT = 10

const RENDERER = /\/@astrojs\/react\/dist\/client\.js$/
const ISLAND = /\.tsx$/
const DESK = /\/src\/islands\/operator\//
const SCRIPT_OF_PAGE = /\.astro\?astro&type=script/
const STYLE = /\.css(?:$|\?)/

export interface ModuleNode {
  /** What it imports at once. */
  needs: readonly string[]
  bytes: number
  /** How it is loaded by itself, if it is. */
  root?: 'page' | 'island' | 'later' | undefined
}

/** What comes together: a file. */
interface Unit {
  ids: string[]
  bytes: number
  needs: Set<Unit>
  /** What loads it, by itself or through others. */
  users: Set<string>
  /** Left as it is: what is loaded by itself, what one alone needs, and what is of the desk only. */
  isFixed: boolean
  /** The scripts of pages take out of a file what they need of it, but what it does at once comes along. */
  isInPage: boolean
}

export function joinedChunks(): Plugin {
  let names = new Map<string, string>()
  return {
    name: 'joined-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // rolldown asks for it where files are made by name.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: (id: string) => names.get(id) ?? null }],
      },
    }),
    // What is loaded by itself names all that it needs, so that one wave brings it, and not each what the last one asks for.
    renderChunk(code, { fileName, facadeModuleId, isEntry, isDynamicEntry }, _options, { chunks }) {
      if (!(isEntry || isDynamicEntry) || SCRIPT_OF_PAGE.test(facadeModuleId ?? '')) return null
      const needed = new Set(chunks[fileName]?.imports)
      const named = new Set(needed)
      for (const name of needed) for (const next of chunks[name]?.imports ?? []) needed.add(next)
      // Vite takes away what is style alone.
      for (const name of needed)
        if (chunks[name]?.moduleIds.every((id) => STYLE.test(id))) needed.delete(name)
      const more = [...needed.difference(named)].map((name) => `import"./${basename(name)}";`)
      return more.length > 0 ? { code: `${code}\n${more.join('')}`, map: null } : null
    },
    buildEnd() {
      const nodes = new Map<string, ModuleNode>()
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info || STYLE.test(id)) continue
        const { code, isEntry, dynamicImporters, importedIds: needs } = info
        const loaded = isEntry ? 'island' : dynamicImporters.length > 0 ? 'later' : undefined
        const bytes = Math.min((code?.length ?? 0) * SENT_SHARE, MODULE_BYTES_MOST)
        nodes.set(id, { needs, bytes, root: SCRIPT_OF_PAGE.test(id) ? 'page' : loaded })
      }
      names = joinModules(nodes)
    },
  }
}

/** From a module to the name of the file that it is in with others. */
export function joinModules(nodes: ReadonlyMap<string, ModuleNode>): Map<string, string> {
  const weights = new Map([...nodes].map(([id, { root }]) => [id, weightOf(id, root)]))
  const units = unitsOf(nodes)
  joinAlike(units)
  while (joinBest(units, weights));
  const open = [...units].filter(({ isFixed }) => !isFixed)
  const taken = new Set<string>()
  return new Map(
    open.flatMap((unit) => {
      let name = nameOf(unit)
      // Of the same name they would be one.
      while (taken.has(name)) name += '-'
      taken.add(name)
      return unit.ids.map((id) => [id, name])
    }),
  )
}

function weightOf(id: string, root: ModuleNode['root']): number {
  if (DESK.test(id)) return DESK_WEIGHT
  if (LOGIN.test(id)) return LOGIN_WEIGHT
  if (root === 'later' && ISLAND.test(id)) return LATER_WEIGHT
  return 1
}

function nameOf({ ids }: Unit): string {
  const names = ids.map((id) => basename(id).replace(/\..*/, ''))
  const [first = 'index'] = names
    .filter((name) => name !== 'index')
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return first
}

/** A unit of each module; what one alone needs is in its unit. */
function unitsOf(nodes: ReadonlyMap<string, ModuleNode>): Set<Unit> {
  const users = usersOf(nodes)
  const of = new Map<string, Unit>()
  for (const [id, { root, bytes }] of nodes) {
    const its = users.get(id) ?? new Set([id])
    const [only = id] = its
    const known = its.size === 1 ? of.get(only) : undefined
    const isFixed = root !== undefined || its.size === 1 || [...its].every((user) => DESK.test(user))
    const isInPage = [...its].some((user) => nodes.get(user)?.root === 'page')
    const unit = known ?? { ids: [], bytes: 0, needs: new Set(), users: its, isFixed, isInPage }
    unit.ids.push(id)
    unit.bytes += bytes
    of.set(id, unit)
    if (its.size === 1) of.set(only, unit)
  }
  for (const [id, unit] of of) {
    for (const need of nodes.get(id)?.needs ?? []) {
      const other = of.get(need)
      if (other && other !== unit) unit.needs.add(other)
    }
  }
  return new Set(of.values())
}

/** What loads a module: a root, and with an island what makes islands work. */
function usersOf(nodes: ReadonlyMap<string, ModuleNode>): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  const renderer = [...nodes.keys()].filter((id) => RENDERER.test(id))
  for (const [root, node] of nodes) {
    if (!node.root) continue
    const found = new Set([root, ...(ISLAND.test(root) ? renderer : [])])
    for (const id of found) {
      users.set(id, (users.get(id) ?? new Set()).add(root))
      for (const need of nodes.get(id)?.needs ?? []) if (nodes.has(need)) found.add(need)
    }
  }
  return users
}

/** What the same ones load costs nobody to join. */
function joinAlike(units: Set<Unit>): void {
  const alike = new Map<string, Unit>()
  for (const unit of units) {
    if (unit.isFixed) continue
    const key = [...unit.users].sort().join('\n')
    const known = alike.get(key)
    if (!known || isBetween(known, unit) || isBetween(unit, known)) alike.set(key, unit)
    else join(known, unit, units)
  }
}

/** @returns false when no two gain by it any more */
function joinBest(units: Set<Unit>, weights: ReadonlyMap<string, number>): boolean {
  const open = [...units].filter(({ isFixed }) => !isFixed)
  let best: { a: Unit; b: Unit; gain: number } | undefined
  for (const [index, a] of open.entries()) {
    for (const b of open.slice(index + 1)) {
      if (a.isInPage !== b.isInPage) continue
      const least = best?.gain ?? 0
      if (gainOf(a, b, weights, false) <= least) continue
      const gain = gainOf(a, b, weights, true)
      if (gain > least && !isBetween(a, b) && !isBetween(b, a)) best = { a, b, gain }
    }
  }
  if (best) join(best.a, best.b, units)
  return best !== undefined
}

/** Bytes that all taps together save; `whole` counts also what a file brings with it for those who needed the other. */
function gainOf(a: Unit, b: Unit, weights: ReadonlyMap<string, number>, whole: boolean): number {
  let gain = 0
  const pay = (users: Set<string>, has: Unit, more: Unit) => {
    const brought = whole ? [...belowOf(more)] : []
    for (const user of users) {
      const weight = weights.get(user) ?? 0
      if (more.users.has(user)) gain += (weight * FILE_BYTES) / 2
      else {
        const price = weight * (ISLAND.test(user) ? 1 : READER_PAYS)
        gain -= price * more.bytes
        for (const unit of brought) {
          if (unit !== has && !unit.users.has(user)) gain -= price * (unit.bytes + FILE_BYTES)
        }
      }
    }
  }
  pay(a.users, a, b)
  pay(b.users, b, a)
  return gain
}

/** All that a unit needs, and what that needs. */
function belowOf(unit: Unit): Set<Unit> {
  const found = new Set(unit.needs)
  for (const each of found) for (const need of each.needs) found.add(need)
  return found
}

/** Whether one needs the other through a third: as one file, it and the third would wait for each other. */
function isBetween(a: Unit, b: Unit): boolean {
  return [...a.needs].some((need) => need !== b && belowOf(need).has(b))
}

function join(into: Unit, other: Unit, units: Set<Unit>): void {
  units.delete(other)
  into.ids.push(...other.ids)
  into.bytes += other.bytes
  into.users = into.users.union(other.users)
  into.needs = into.needs.union(other.needs)
  for (const unit of units) if (unit.needs.delete(other)) unit.needs.add(into)
  into.needs.delete(into)
  for (const unit of belowOf(into)) unit.users = unit.users.union(into.users)
}
