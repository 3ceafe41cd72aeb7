/**
 * How islands become HTML. `@astrojs/react` renders each through a stream, once more to see whether it is React's, and
 * for every page anew, although the islands around a page are the same on all pages: a tenth of a build's time. Here an
 * island is rendered at once, and what it shows for the same props is taken from the last time. What gets HTML of Astro
 * to show is left to `@astrojs/react`.
 */
import type { AstroIntegration, SSRLoadedRendererValue } from 'astro'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

type Islands = Map<string, string>

/** Of each component; those of every page stay, those of one document are soon gone. */
const KEPT = 50
const kept = new WeakMap<ComponentType, Islands>()
/** How many islands a page has so far. */
const counts = new WeakMap<object, number>()
/** Stands in what is kept where the prefix of an island's own ids goes. */
const PREFIX = 'island-prefix'

const renderer: SSRLoadedRendererValue = {
  name: '@astrojs/react',
  check: async () => true,
  supportsAstroStaticSlot: true,
  async renderToStaticMarkup(this: { result: object }, Component: ComponentType, props, slots, metadata) {
    if (Object.keys(slots).length > 0) {
      const { default: usual } = await import('@astrojs/react/server.js')
      return usual.renderToStaticMarkup.call(this, Component, props, slots, metadata)
    }
    const count = counts.get(this.result) ?? 0
    counts.set(this.result, count + 1)
    // `@astrojs/react` counts what has slots, from r0.
    const prefix = `i${count}`
    return { attrs: { prefix }, html: render(Component, props).replaceAll(PREFIX, prefix) }
  },
}

export default renderer

function render(Component: ComponentType, props: object): string {
  const islands: Islands = kept.get(Component) ?? new Map()
  kept.set(Component, islands)
  const key = JSON.stringify(props, plainValue)
  const html =
    islands.get(key) ?? renderToString(createElement(Component, props), { identifierPrefix: PREFIX })
  // What was used last stands last.
  islands.delete(key)
  islands.set(key, html)
  if (islands.size > KEPT) islands.delete(islands.keys().next().value ?? '')
  return html
}

/** JSON would write what is no data like nothing, and two islands would be taken for one. */
function plainValue(name: string, value: unknown): unknown {
  const isData = typeof value !== 'function' && !(value instanceof Map) && !(value instanceof Set)
  if (!isData) throw new TypeError(`${name}: an island takes data alone`)
  return value
}

/** The integration of React, with this file in the place of its way to HTML. */
export function reactIslands(react: AstroIntegration): AstroIntegration {
  const setup = react.hooks['astro:config:setup']
  return {
    ...react,
    hooks: {
      ...react.hooks,
      'astro:config:setup': (options) =>
        setup?.({
          ...options,
          addRenderer: (own) =>
            options.addRenderer({ ...own, serverEntrypoint: './src/integrations/react-islands.ts' }),
        }),
    },
  }
}
