/**
 * Each engine's own accessibility tree, as far as it can be read: Chromium's, Firefox's (by firefox.ts), and from WebKit the
 * role and the name of each element, without states.
 */
import type { Page } from 'playwright/test'
import type { BrowserPage } from './page.ts'
import type { Engine } from './person.ts'
import type { WebKitPage } from './webkit.ts'

export interface States {
  description?: string
  expanded?: boolean
  pressed?: boolean
  invalid?: boolean
  /** For other roles than alerts: whether changes are announced. */
  live?: string
}

export interface Heard {
  role: string
  name: string
  text: string
  /** The roles of its ancestors, outermost first. */
  within: readonly string[]
  /** Undefined if the engine cannot report them. */
  states?: States
}

/** All other roles only group or write. */
const ROLES = new Set(
  `alert banner button checkbox combobox complementary contentinfo dialog heading link listbox log main navigation option
  progressbar search searchbox status textbox`.split(/\s+/),
)

/** Returns the elements in reading order. */
export async function treeOf(page: BrowserPage, engine: Engine): Promise<Heard[]> {
  const told =
    engine === 'webkit'
      ? await (page as WebKitPage).readRoles()
      : engine === 'firefox'
        ? (JSON.parse(await page.evaluate(accessibilityTree)) as Told[])
        : await chromiumTree(page as unknown as Page)
  const heard = new Map<Told, Heard>()
  told.forEach((each, index) => {
    const around = told[each.parent]
    const above = around && heard.get(around)
    const within = above ? [...above.within, ...(ROLES.has(above.role) ? [above.role] : [])] : []
    const { parent: _, own, ...rest } = each
    heard.set(each, { ...rest, text: own ?? textBelow(told, index), within })
  })
  return [...heard.values()].filter(({ role }) => ROLES.has(role))
}

/** In the list its parents come before it, and its descendants after it. */
export interface Told {
  /** Index of its parent; -1 for none. */
  parent: number
  role: string
  name: string
  /** Its text, unless nodes of their own report it. */
  own?: string
  states?: States
}

function textBelow(told: readonly Told[], index: number): string {
  const below = new Set([index])
  let text = ''
  for (let at = index + 1; at < told.length; at += 1) {
    const node = told[at]
    if (!node || !below.has(node.parent)) continue
    below.add(at)
    if (node.role === 'text') text += node.name
  }
  return text
}

/** Firefox's program answers instead. */
function accessibilityTree(): string {
  return '[]'
}

const LIVE = /^(?:log|status)$/

async function chromiumTree(page: Page): Promise<Told[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const told: Told[] = []
  const visit = (id: string, parent: number) => {
    const node = byId.get(id)
    if (!node) return
    const properties = new Map(node.properties?.map(({ name, value }) => [name as string, value.value]))
    const role = String(node.role?.value)
    // An ignored node can have children that are not.
    if (!node.ignored)
      told.push({
        parent,
        role: role === 'StaticText' ? 'text' : role,
        name: String(node.name?.value ?? ''),
        states: {
          ...(node.description?.value && { description: String(node.description.value) }),
          ...(properties.has('expanded') && { expanded: properties.get('expanded') === true }),
          ...(properties.has('pressed') && { pressed: properties.get('pressed') === 'true' }),
          ...(properties.get('invalid') === 'true' && { invalid: true }),
          // The tree omits a live region that is switched off.
          ...(LIVE.test(role) && { live: String(properties.get('live') ?? 'off') }),
        },
      })
    const place = node.ignored ? parent : told.length - 1
    for (const child of node.childIds ?? []) visit(child, place)
  }
  const [root] = nodes
  if (root) visit(root.nodeId, -1)
  return told
}
