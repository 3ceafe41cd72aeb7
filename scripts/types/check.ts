/** Checks the types of all files with native TypeScript, of .astro files after conversion by Astro's own converter. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { astroAsTsx, tellOfSource } from './astro-as-tsx.ts'

/** Mapped to the root (`rootDirs` of tsconfig.astro.json), so that relative paths hold. */
const FOLDER = '.astro/tsx'

rmSync(FOLDER, { recursive: true, force: true })
const sources = globSync('src/**/*.astro').map((source) => source.replaceAll('\\', '/'))
const files = sources.flatMap((source) => astroAsTsx(source, readFileSync(source, 'utf8')))
const made = new Map(files.map((file) => [`${FOLDER}/${file.path}`, file]))
for (const [path, { code }] of made) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code)
}
// Under its own name every installation would include it: valibot, which the server needs, lists it as a peer.
const compiler = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--pretty', 'false']
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [...compiler, '--project', 'tsconfig.astro.json'],
  { encoding: 'utf8', maxBuffer: 1024 ** 3 },
)
const told = stdout.split(/\n(?=\S)/).filter((fault) => fault.trim() !== '')
const faults = told.flatMap((fault) => tellOfSource(fault, made) ?? [])
for (const fault of faults) console.log(fault.trimEnd())
if (stderr) console.error(stderr)
if (faults.length > 0 || (status !== 0 && told.length === 0)) process.exitCode = 1
