/**
 * What the build changes in antd's own files, because nothing that antd offers to be set does it. `npm run dev` keeps
 * the originals. patched-antd.test.ts tells when a patch has nothing left to change; the build fails then, too.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

export interface Patch {
  /** Name of the package in `node_modules`. */
  package: string
  /** The version that the patch was written for. */
  version: string
  file: string
  /** Shows that the patch is needed. */
  theirs: RegExp
  ours: string
  /** `ours` stands in the place of what `theirs` matches, or of the whole file. */
  replaces: 'match' | 'file'
}

const ADOPTED_STYLES = fileURLToPath(new URL('../lib/browser/adopted-styles.ts', import.meta.url))

/** antd puts the styles it makes into style elements, which the policy of the pages forbids. */
const styles = {
  theirs: /createElement\(.style.\)/,
  ours: `export * from ${JSON.stringify(ADOPTED_STYLES)}`,
  replaces: 'file',
} as const

export const PATCHES: readonly Patch[] = [
  { package: '@rc-component/util', version: '1.14.1', file: 'es/Dom/dynamicCSS.js', ...styles },
  { package: '@ant-design/icons', version: '6.3.4', file: 'es/cssUtils.js', ...styles },
  {
    // An icon stands beside a word, or in a button that has a name: its English name would only disturb.
    package: '@ant-design/icons',
    version: '6.3.4',
    file: 'es/components/AntdIconLight.js',
    theirs: /role: "img",\s*"aria-label": icon\.name/,
    ours: '"aria-hidden": true',
    replaces: 'match',
  },
  {
    // `closable` of antd's Modal takes a name, too, but gives it to the icon as well, which may have none.
    package: '@rc-component/dialog',
    version: '1.10.0',
    file: 'es/Dialog/Content/Panel.js',
    theirs: /"aria-label": "Close"/,
    ours: '"aria-label": "关闭"',
    replaces: 'match',
  },
  {
    package: '@rc-component/input-number',
    version: '1.6.2',
    file: 'es/StepHandler.js',
    theirs: /'Increase Value' : 'Decrease Value'/,
    ours: "'增加' : '减少'",
    replaces: 'match',
  },
]

const FILES = new RegExp(
  `/(${PATCHES.map((patch) => `${patch.package}/${patch.file}`.replaceAll('.', '\\.')).join('|')})$`,
)

export function patchedAntd(): Plugin {
  const met = new Set<Patch>()
  return {
    name: 'patched-antd',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: FILES },
      handler(code, id) {
        const patch = PATCHES.find((one) => id.endsWith(`/${one.package}/${one.file}`))
        if (!patch?.theirs.test(code)) this.error(`${id} has no ${patch?.theirs} any more`)
        met.add(patch)
        return {
          code: patch.replaces === 'file' ? patch.ours : code.replace(patch.theirs, patch.ours),
          map: null,
        }
      },
    },
    buildEnd(error) {
      const missing = PATCHES.filter((patch) => !met.has(patch)).map(({ file }) => file)
      if (!error && missing.length > 0) this.error(`antd has no ${missing.join(', ')} any more`)
    },
  }
}
