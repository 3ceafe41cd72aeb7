import type { Plugin } from 'vite'

/** What antd calls its parts in English, where its locale has no word for them. */
const WORDS = [
  // An icon stands beside a word, or in a button that has a name: read out, it would only disturb.
  {
    file: '@ant-design/icons/es/components/AntdIconLight.js',
    theirs: /role: "img",\s*"aria-label": icon\.name/,
    ours: '"aria-hidden": true',
  },
  {
    file: '@rc-component/dialog/es/Dialog/Content/Panel.js',
    theirs: /"aria-label": "Close"/,
    ours: '"aria-label": "关闭"',
  },
  {
    file: '@rc-component/input-number/es/StepHandler.js',
    theirs: /'Increase Value' : 'Decrease Value'/,
    ours: "'增加' : '减少'",
  },
  {
    file: '@rc-component/tabs/es/TabNavList/OperationNode.js',
    theirs: /'expanded dropdown'/,
    ours: "'更多'",
  },
] as const

const FILES = new RegExp(`(${WORDS.map(({ file }) => file.replaceAll('.', '\\.')).join('|')})$`)

/** Gives antd's parts Chinese names in the build, or none where they need none. Fails when antd has other words by now. */
export function chineseAntd(): Plugin {
  const met = new Set<string>()
  return {
    name: 'chinese-antd',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: FILES },
      handler(code, id) {
        const word = WORDS.find(({ file }) => id.endsWith(file))
        if (!word?.theirs.test(code)) this.error(`${id} has no ${word?.theirs} any more`)
        met.add(word.file)
        return { code: code.replace(word.theirs, word.ours), map: null }
      },
    },
    buildEnd(error) {
      const missing = WORDS.map(({ file }) => file).filter((file) => !met.has(file))
      if (!error && missing.length > 0) this.error(`antd has no ${missing.join(', ')} any more`)
    },
  }
}
