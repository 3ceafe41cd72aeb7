/**
 * How antd's style functions put their sheets into a page: as constructed stylesheets, which the policy of the pages
 * lets through, where style elements would need 'unsafe-inline'. The build puts this file in the place of rc-util's
 * `dynamicCSS` (integrations/patched-antd.ts), and keeps its names.
 */

interface Options {
  /** Before all others of this kind: what names the layers. */
  prepend?: boolean | 'queue'
}

/** What antd notes on the style element that it believes to get. */
interface Handle {
  setAttribute: (name: string, value: string) => void
}

const sheets = new Map<string, CSSStyleSheet>()
const handle: Handle = { setAttribute() {} }

export function updateCSS(css: string, key: string, { prepend }: Options = {}): Handle {
  const known = sheets.get(key)
  if (known) known.replaceSync(css)
  else {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(key, sheet)
    const others = document.adoptedStyleSheets
    document.adoptedStyleSheets = prepend === true ? [sheet, ...others] : [...others, sheet]
  }
  return { ...handle }
}

export function removeCSS(key: string): void {
  const gone = sheets.get(key)
  sheets.delete(key)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== gone)
}

let unnamed = 0

export function injectCSS(css: string, options?: Options): Handle {
  unnamed += 1
  return updateCSS(css, `unnamed-${unnamed}`, options)
}

export function clearContainerCache(): void {}

/** The icons' copy of the same functions asks for these two, too. */
export function getShadowRoot(): null {
  return null
}

export function warningOnce(): void {}
