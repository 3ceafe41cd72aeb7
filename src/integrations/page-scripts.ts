import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import { ELEMENT_NODE, type ElementNode, parse, walkSync } from 'ultrahtml'

/** Chromium prerenders a page while the visitor points at its link (Document.astro); its scripts wait until the visitor sees it. */
const UNTIL_SEEN =
  'if(document.prerendering)await new Promise(e=>document.addEventListener("prerenderingchange",e,{once:true}));'

/** Returns the code of the modules at these addresses as one module. */
type Bundle = (addresses: readonly string[]) => Promise<string>

const DIRECTIVES = [
  "default-src 'self'",
  // Only the running server knows the object store's origin: its header limits these two to it.
  "img-src 'self' data: http: https:",
  "connect-src 'self' http: https:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
]

/**
 * Finishes the pages of a build. Joins the module scripts of a page into one inline script: separate files delay the
 * largest paint by 300 to 700 ms on a slow connection. Names only the page's own scripts and styles in its content security
 * policy: Astro's names those of the whole site on every page, in 2.4 KB.
 */
export function pageScripts(): AstroIntegration {
  return {
    name: 'page-scripts',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        const bundles = new Map<string, Promise<string>>()
        const bundleOnce: Bundle = (addresses) => {
          const key = addresses.join(' ')
          const bundle = bundles.get(key) ?? bundleModules(addresses, root)
          bundles.set(key, bundle)
          return bundle
        }
        for (const name of await readdir(root, { recursive: true })) {
          if (!name.endsWith('.html')) continue
          const file = join(root, name)
          await writeFile(file, await finishPage(await readFile(file, 'utf8'), bundleOnce))
        }
      },
    },
  }
}

/** Returns a page with one module script in place of its last one, and with its policy. Part of a page stays unchanged. */
export async function finishPage(html: string, bundle: Bundle): Promise<string> {
  const elements = elementsOf(html)
  const charset = elements.find(({ name, attributes }) => name === 'meta' && 'charset' in attributes)
  if (!charset) return html
  const modules = elements.filter(({ attributes: { type, src } }) => type === 'module' && src)
  const code =
    modules.length === 0 ? '' : await bundle(modules.map(({ attributes }) => `${attributes['src']}`))
  const texts = (tag: string) =>
    elements
      .filter(
        ({ name, attributes: { type, src } }) => name === tag && !src && !type?.startsWith('application/'),
      )
      .map(({ loc: [open, close] }) => html.slice(open.end, close.start))
  const policy = [
    ...DIRECTIVES,
    ["script-src 'self'", ...hashesOf([...texts('script'), ...(code ? [code] : [])])].join(' '),
    ["style-src 'self'", ...hashesOf(texts('style'))].join(' '),
  ].join(';')

  let [finished, at] = ['', 0]
  for (const element of elements) {
    const [open, close] = element.loc
    const isModule = modules.includes(element)
    if (!isModule && element !== charset) continue
    finished += html.slice(at, isModule ? open.start : open.end)
    at = close.end
    if (element === charset) finished += `<meta http-equiv="content-security-policy" content="${policy}">`
    if (element === modules.at(-1)) finished += `<script type="module">${code}</script>`
  }
  return finished + html.slice(at)
}

/** Returns the elements that `finishPage` looks at, in the order of the page. */
function elementsOf(html: string): ElementNode[] {
  const elements: ElementNode[] = []
  walkSync(parse(html), (node) => {
    if (node.type === ELEMENT_NODE && ['meta', 'script', 'style'].includes(node['name']))
      elements.push(node as ElementNode)
  })
  return elements
}

/** Bundles built modules with their static imports. Dynamic imports stay separate files. */
export async function bundleModules(addresses: readonly string[], root: string): Promise<string> {
  const build = await rolldown({
    input: 'page',
    plugins: [
      {
        name: 'built-modules',
        resolveId(source, importer, { kind }) {
          if (source === 'page') return source
          const address = posix.resolve(
            importer && importer !== 'page' ? dirname(addressOf(importer)) : '/',
            source,
          )
          return kind === 'dynamic-import' ? { id: address, external: 'absolute' } : join(root, address)
        },
        load: (id) =>
          id === 'page' ? addresses.map((address) => `import ${JSON.stringify(address)}`).join('\n') : null,
      },
    ],
  })
  const addressOf = (file: string) => `/${file.slice(root.length)}`
  const { output } = await build.generate({ minify: { compress: { target: 'es2022' } }, banner: UNTIL_SEEN })
  await build.close()
  return output[0].code.trim().replaceAll('</script', '<\\/script')
}

const hashes = new Map<string, string>()

function hashesOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => {
    const hash = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    hashes.set(text, hash)
    return hash
  })
}
