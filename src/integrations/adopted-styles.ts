import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(new URL('../lib/browser/adopted-styles.ts', import.meta.url))
const THEIRS = /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$|@ant-design\/icons\/es\/cssUtils\.js$/

/**
 * antd makes its styles at run time and puts them into style elements, which the policy of the pages forbids. In the
 * build they become constructed stylesheets instead; `npm run dev` has no such policy and keeps the originals.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'adopted-styles',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: THEIRS },
      handler: () => `export * from ${JSON.stringify(OURS)}`,
    },
  }
}
