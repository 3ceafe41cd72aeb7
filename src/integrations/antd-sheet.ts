/**
 * Writes the styles of antd's components as one sheet, by antd's own extractor: in the browser antd makes none
 * (`zeroRuntime`), because the pages' policy forbids style elements.
 */
import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import type { Plugin } from 'vite'
import { COLOURS, THEME } from '../islands/kit/antd-theme.ts'

/** The rules replace the text of this file. */
const SHEET = /\/src\/islands\/kit\/antd\.css(?:\?(?:direct|transform-only))?$/
const IMPORT = /import \{([^}]*)\} from 'antd'/g
/** Inner components that draw nothing before they open. */
const INSIDE = ['Col', 'Empty', 'Menu', 'Row', 'Spin', 'Tooltip']
/** Matches a colour of tokens.css and its four values. */
const TOKEN =
  /(--[\w-]+): var\(--plain, light-dark\((#\w+), (#\w+)\)\) var\(--strong, light-dark\((#\w+), (#\w+)\)\)/g
/** Rules that the extractor adds for its own theme. */
const FOREIGN = /\.css-var-_R[^{}]*\{[^{}]*\}/g
const COLOUR = /#[\da-f]{3,8}\b|rgba?\([^)]*\)|\btransparent\b/gi

export function antdSheet(): Plugin {
  return {
    name: 'antd-sheet',
    enforce: 'pre',
    load: { filter: { id: SHEET }, handler: makeSheet },
  }
}

/**
 * Returns the sheet in the colours of all modes: light, dark, and both with strong contrast. A token's colour appears by
 * its name, others in the notation of tokens.css.
 */
export async function makeSheet(): Promise<string> {
  const [{ extractStyle }, { ConfigProvider, theme }] = await Promise.all([
    import('@ant-design/static-style-extract'),
    import('antd'),
  ])
  const tokens = [...readFileSync('src/styles/tokens.css', 'utf8').matchAll(TOKEN)]
  const names = new Map(tokens.map(([, name, ...values]) => [values.join(), `var(${name})`]))
  const includes = [...usedComponents(), ...INSIDE]
  const sheets = [0, 1, 2, 3].map((mode) => {
    const values = new Map(tokens.map(([, name, ...modes]) => [name, modes[mode]]))
    const colours = Object.fromEntries(Object.entries(COLOURS).map(([key, name]) => [key, values.get(name)]))
    const algorithm = mode % 2 ? theme.darkAlgorithm : theme.defaultAlgorithm
    const sheet = extractStyle({
      includes,
      customTheme: (children) =>
        createElement(ConfigProvider, {
          children,
          theme: {
            ...THEME,
            token: { ...THEME.token, ...colours },
            // The dark algorithm would shade colours that belong to the dark scheme already.
            algorithm: (seed) => ({ ...algorithm(seed), ...colours }),
          },
        }),
    })
    return sheet.replace(FOREIGN, '')
  })
  const [plain = '', ...others] = sheets
  const found = sheets.map((sheet) => sheet.match(COLOUR) ?? [])
  if (others.some((sheet) => sheet.replace(COLOUR, '') !== plain.replace(COLOUR, '')))
    throw new Error('antd has rules of one mode alone')
  let place = 0
  const rules = plain.replace(COLOUR, (colour) => {
    const [light, dark, strongLight, strongDark] = found.map((colours) => colours[place])
    place += 1
    if ([dark, strongLight, strongDark].every((other) => other === colour)) return colour
    return (
      names.get([light, dark, strongLight, strongDark].join()) ??
      `var(--plain, light-dark(${light}, ${dark})) var(--strong, light-dark(${strongLight}, ${strongDark}))`
    )
  })
  return `@layer antd{${rules}}`
}

function usedComponents(): Set<string> {
  const sources = globSync('src/{islands,editor}/**/*.tsx').map((path) => readFileSync(path, 'utf8'))
  const imported = sources.flatMap((source) =>
    [...source.matchAll(IMPORT)].flatMap(([, names = '']) => names.split(',')),
  )
  return new Set(
    imported.map((name) => name.trim().split(' ')[0] ?? '').filter((name) => /^[A-Z]/.test(name)),
  )
}
