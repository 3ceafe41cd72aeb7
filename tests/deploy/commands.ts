/** Runs the commands of a document as written. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

/**
 * @param name after `sh` where the commands begin
 * @throws with their output when one fails
 */
export async function runCommands(
  document: string,
  name: string,
  env: Record<string, string>,
): Promise<void> {
  const [, commands] =
    new RegExp(`\`\`\`sh ${name}\\n(.*?)\`\`\``, 's').exec(readFileSync(document, 'utf8')) ?? []
  if (commands === undefined) throw new Error(`${document} has no commands named ${name}`)
  const shell = spawn(...endingWithUs('bash', ['--norc', '-eu', '-c', commands], 'TERM'), {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const code = await new Promise((resolve) => shell.once('close', resolve))
  if (code !== 0 || said !== '') throw new Error(`${document}, ${name}: ${code}\n${said}`)
}
