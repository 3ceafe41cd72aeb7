import { roomOf, type Source } from './sources.ts'

/** Files of a room that import another room; rarer imports are omitted for readability. */
const SHOWN_FROM = 10
const BROAD_FROM = 100
/** The rooms by where they run. Files at the root belong to none and are omitted. */
const SIDES: Readonly<Record<string, RegExp>> = {
  build: /^src\/(pages|layouts|components|editor|lib\/(content|api-docs))$|^scripts$/,
  browser: /^src\/(islands|lib\/(stores|conversation|upload|api|browser))$/,
  both: /^src\/lib\/(contract|rules|forms)$/,
  backend: /^server$/,
}

export function drawMap(sources: readonly Source[]): string {
  const files = new Map<string, number>()
  for (const { path, importers } of sources) {
    const to = roomOf(path)
    for (const from of importers.map(roomOf).filter((from) => from !== to))
      files.set(`${from} ${to}`, (files.get(`${from} ${to}`) ?? 0) + 1)
  }
  const ways = [...files]
    .filter(([way, count]) => count >= SHOWN_FROM && !way.endsWith(' .'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rooms = [...new Set(ways.flatMap(([way]) => way.split(' ')))].sort()
  const sides = Object.entries(SIDES).map(
    ([side, members]) =>
      `  subgraph ${side}\n${rooms
        .filter((room) => members.test(room))
        .map((room) => `    ${room}\n`)
        .join('')}  end`,
  )
  const arrows = ways.map(([way, count]) => `  ${way.replace(' ', count >= BROAD_FROM ? ' ==> ' : ' --> ')}`)
  return ['flowchart TD', ...sides, ...arrows].join('\n')
}
