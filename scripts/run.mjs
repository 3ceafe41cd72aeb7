/**
 * Entry point of every npm script. It needs only Node 20 and npm: it installs the dependencies when the lock file has
 * changed, a newer Node when this one is too old for Astro, and a browser when tests need one, and prints what it installs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tasksFor } from './tasks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
const NODE_FOLDER = 'scripts/node'
const nodeBin = join(root, NODE_FOLDER, 'node_modules/.bin')
const [task = '', ...args] = process.argv.slice(2)

const SERVES = ['start', 'preview']
const INSTALLS = {
  'test:browsers': ['tests/browsers'],
  'test:rest': ['tests/browsers'],
  'test:all': ['tests/browsers'],
  'test:mutants': ['tests/mutants'],
}
const NEEDS_BROWSER = ['test', 'test:rest', 'test:all', 'test:e2e', 'test:browsers', 'bench']
const SAYS_TIMES = ['check', 'test', 'test:rest', 'test:all']
/** Chromium without a window system: tests take half the time with it. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const DEPLOY_PROGRAMS = {
  nginx: 'nginx',
  openssl: 'openssl',
  rsync: 'rsync',
  sqlite3: 'sqlite3',
  'systemd-analyze': 'systemd',
}
const OTHER_BROWSERS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }
const WORKS_WITH = {
  'test:deploy': DEPLOY_PROGRAMS,
  'test:browsers': OTHER_BROWSERS,
  'test:rest': { ...DEPLOY_PROGRAMS, ...OTHER_BROWSERS },
  'test:all': { ...DEPLOY_PROGRAMS, ...OTHER_BROWSERS },
}
/** The linter's report is long, and it can fix most of it by itself. */
const FIXABLE =
  '格式和引用的次序由 npm run fix 改好，标有 FIXABLE 的也是 (npm run fix mends format, imports and what is FIXABLE)'
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const tasks = tasksFor(process.env, args)
const steps = tasks[task]
if (!steps) {
  console.error(`没有“${task}”这个命令。可用的命令 (commands)：${Object.keys(tasks).join('、')}`)
  process.exit(2)
}
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' }
/** From the second time on, PATH leads to the Node that is installed here. */
const isNodeNewEnough = isNewEnough(process.versions.node) && !process.execPath.startsWith(root + sep)
const needed = ['', ...(isNodeNewEnough ? [] : [NODE_FOLDER]), ...(INSTALLS[task] ?? [])]
await installDependencies(needed)
linkNode()
env.PATH = [bin, nodeBin, process.env.PATH].join(delimiter)
if (SERVES.includes(task)) env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
if (NEEDS_BROWSER.includes(task)) env.CHROMIUM_PATH = findBrowser()
installProgramsFor(task)
/** @type {import('node:child_process').ChildProcess | undefined} What runs now. */
let child
passSignalsOn()
steps.at(-1).push(...args)
process.exit(await runAll(steps))

/** @param {string[]} folders with lock files of their own; '' is the root */
async function installDependencies(folders) {
  const outdated = folders
    .map((folder) => ({
      cwd: join(root, folder),
      stamp: join(root, folder, 'node_modules/.installed'),
      wanted: createHash('sha256')
        .update(readFileSync(join(root, folder, 'package-lock.json')))
        .digest('hex'),
    }))
    .filter(({ stamp, wanted }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted)
  if (outdated.length === 0) return
  console.error('正在安装依赖（首次运行需要一两分钟）… (installing dependencies, a minute or two)')
  await Promise.all(outdated.map(installFolder))
}

async function installFolder({ cwd, stamp, wanted }) {
  // npm runs on the older Node and would warn about every package that needs the newer one, hence the log level.
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', install, { cwd, stdio: ['inherit', 2, 2], shell: process.platform === 'win32' })
  const [status] = await once(npm, 'close')
  if (status !== 0)
    fail('依赖安装失败，请检查网络后重试 (dependencies were not installed: check the network)', status)
  writeFileSync(stamp, wanted)
}

/** Links `node_modules/.bin/node` to the machine's Node if it can run everything, else to the one that is installed here. */
function linkNode() {
  const node = isNodeNewEnough ? process.execPath : join(nodeBin, 'node')
  if (!existsSync(node))
    fail(`需要 Node 22.18 以上，这里是 ${process.version}，请先安装 (install Node 22.18 or later)`, 1)
  const link = join(bin, 'node')
  // Other systems find it only by PATH.
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

/** Returns false when this process may not install, or the installation failed. */
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

async function runAll(steps) {
  const times = []
  for (const step of steps) {
    const startMs = performance.now()
    const code = await run(step)
    times.push(`${((performance.now() - startMs) / 1000).toFixed(1).padStart(7)} s  ${step.join(' ')}`)
    if (code === 0) continue
    if (step[0] === 'biome' && task !== 'fix') console.error(FIXABLE)
    sayTimes([...times, '         ↑ 未通过 (failed)'])
    return code
  }
  sayTimes(times)
  return 0
}

function sayTimes(lines) {
  if (SAYS_TIMES.includes(task)) console.log(['', '各步用时 (what each part took)', ...lines].join('\n'))
}

function run([command, ...rest]) {
  child = spawn(command, rest, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command}：${error.message}`, 1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Lets the server finish its requests. */
function passSignalsOn() {
  const stop = () => child?.kill('SIGTERM')
  process.on('SIGTERM', stop)
  // Ctrl+C reaches the child by itself; this process must not exit before it.
  process.on('SIGINT', () => {})
  // A person who stops npm stops only npm and its shell; this process must stop the server.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 1000).unref()
}

/** @returns {never} */
function fail(message, status) {
  console.error(message)
  process.exit(status ?? 1)
}
