/**
 * Every npm script starts here. It needs nothing but Node 20 and npm: it installs the dependencies when the lock file
 * asks for others, a newer Node where this one is too old for Astro, a browser when tests want one, and says so.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tasksFor } from './tasks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
const NODE_FOLDER = 'scripts/node'
const nodeBin = join(root, NODE_FOLDER, 'node_modules/.bin')
const [task = '', ...args] = process.argv.slice(2)

/** It reads the lock file alone, with the npm that is there. */
const NEEDS_NOTHING = ['sbom']
const SERVES = ['start', 'preview']
/** Folders with packages that nothing else needs. */
const INSTALLS = { 'test:browsers': ['tests/browsers'], 'test:mutants': ['tests/mutants'] }
const NEEDS_BROWSER = ['test', 'test:e2e', 'test:browsers', 'torture', 'bench']
/** Chromium without windows: the tests need half of the time with it. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
/** Programs that a task works with, and Debian's package of each. */
const WORKS_WITH = {
  // What docs/deploy*.md name.
  'test:deploy': {
    nginx: 'nginx',
    openssl: 'openssl',
    rsync: 'rsync',
    sqlite3: 'sqlite3',
    'systemd-analyze': 'systemd',
  },
  'test:browsers': { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
}
/** Its report is long, and most of it nobody has to do by hand. */
const FIXABLE =
  '格式和引用的次序由 npm run fix 改好，标有 FIXABLE 的也是 (npm run fix mends format, imports and what is FIXABLE)'
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const tasks = tasksFor(process.env, args)
const lanes = tasks[task]
if (!lanes) {
  console.error(`没有“${task}”这个命令。可用的命令 (commands)：${Object.keys(tasks).join('、')}`)
  process.exit(2)
}
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
if (!NEEDS_NOTHING.includes(task)) {
  for (const folder of ['', ...(INSTALLS[task] ?? [])]) installDependencies(folder)
  linkNode()
  env.PATH = [bin, nodeBin, process.env.PATH].join(delimiter)
}
if (SERVES.includes(task)) env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
if (NEEDS_BROWSER.includes(task)) env.CHROMIUM_PATH = findBrowser()
installProgramsFor(task)
/** What runs now. */
const children = new Set()
let status = 0
passSignalsOn()
lanes
  .at(-1)
  .at(-1)
  .push(...args)
await Promise.all(lanes.map(runLane))
process.exit(status)

/** @param {string} folder with a lock file of its own; '' is the root */
function installDependencies(folder) {
  const cwd = join(root, folder)
  const stamp = join(cwd, 'node_modules/.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(cwd, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // Beside the output of the task: that of `npm run -s sbom` is a file.
  console.error('正在安装依赖（首次运行需要一两分钟）… (installing dependencies, a minute or two)')
  // npm runs on the older Node and would warn of every package that asks for the newer one, hence the log level.
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync('npm', install, {
    cwd,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0)
    fail('依赖安装失败，请检查网络后重试 (dependencies were not installed: check the network)', done.status)
  writeFileSync(stamp, wanted)
}

/** `node_modules/.bin/node` is the machine's Node where that runs everything, else one that is installed for it. */
function linkNode() {
  let node = process.execPath
  // After the first time npm finds the one that was installed.
  if (!isNewEnough(process.versions.node) || node.startsWith(root + sep)) {
    installDependencies(NODE_FOLDER)
    node = join(nodeBin, 'node')
    if (!existsSync(node))
      fail(`需要 Node 22.18 以上，这里是 ${process.version}，请先安装 (install Node 22.18 or later)`, 1)
  }
  const link = join(bin, 'node')
  // Elsewhere it is found by PATH alone.
  if (process.platform === 'win32' || readLink(link) === node) return
  rmSync(link, { force: true })
  symlinkSync(node, link)
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function readLink(path) {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  if (existsSync(HEADLESS) || installHeadless()) return HEADLESS
  const found = BROWSERS.find(existsSync)
  if (found) return found
  return fail(
    '没有找到 Chromium。请安装它（Debian：apt-get install chromium-headless-shell），或用 CHROMIUM_PATH 指出它的位置 (no Chromium found)',
    1,
  )
}

function installHeadless() {
  console.log(
    '正在安装测试用的浏览器（chromium-headless-shell）和中文字体… (installing a browser and a font for tests)',
  )
  return installFromDebian(['chromium-headless-shell', 'fonts-noto-cjk'])
}

function installProgramsFor(task) {
  const programs = WORKS_WITH[task] ?? {}
  const isMissing = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0
  const packages = Object.keys(programs)
    .filter(isMissing)
    .map((program) => programs[program])
  if (packages.length === 0) return
  console.log(`正在安装测试用的 ${packages.join('、')}… (installing them for tests)`)
  if (!installFromDebian(packages))
    fail(`请安装它们后重试（Debian：apt-get install ${packages.join(' ')}） (install them)`, 1)
}

/** False where that is not for us to do, or did not work. */
function installFromDebian(packages) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  const apt = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // In run level 1 a package starts no service of its own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync('apt-get', ['update', '-q'], apt)
  return (
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], apt).status === 0
  )
}

/** The first step that fails ends its lane, and the others where they are. */
async function runLane(steps) {
  for (const step of steps) {
    const code = await (lanes.length === 1 ? run(step) : runBeside(step))
    if (status !== 0) return
    if (code === 0) continue
    status = code
    if (step[0] === 'biome' && task !== 'fix') console.error(FIXABLE)
    for (const child of children) child.kill('SIGINT')
    return
  }
}

/** What it prints stays together: it is shown when the step has ended. */
async function runBeside(step) {
  const name = step.join(' ')
  console.log(`▶ ${name}`)
  const startMs = Date.now()
  let output = ''
  const code = await run(step, (text) => {
    output += text
  })
  if (status !== 0) console.log(`■ ${name}`)
  else
    console.log(
      `${code === 0 ? '✓' : '✗'} ${name} · ${Math.round((Date.now() - startMs) / 1000)} s\n${output}`,
    )
  return code
}

/** Runs one step to its end; it prints where this prints, unless somebody hears it. */
function run([command, ...rest], hear) {
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...env, ...(hear && process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: hear ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear)
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command}：${error.message}`, 1))
    child.on('close', (code) => {
      children.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** So that the server can finish what it is doing. */
function passSignalsOn() {
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  // Ctrl+C reaches the children by itself; here it must only not end us before them.
  process.on('SIGINT', () => {})
  // Who stops npm stops only npm and its shell: nobody would be left to stop the server.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 1000).unref()
}

/** @returns {never} */
function fail(message, status) {
  console.error(message)
  process.exit(status ?? 1)
}
