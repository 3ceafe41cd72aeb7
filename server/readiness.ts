/** Whether this process can do its work: what a balancer asks before it sends people here. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasNewestShape } from './db/migrate.ts'
import type { Services } from './http/types.ts'

const LIMIT_MS = 2000

export const FINE = '正常'

interface Look {
  /** Chinese words for the answer, `FINE` when all is well. */
  words: string
  /** For the log only. */
  error?: unknown
}

/** Looks at each part, for two seconds at most. */
export async function lookAtParts(services: Services): Promise<Record<'database' | 'files', Look>> {
  const looks = [look(checkDatabase(services)), look(checkFiles(services))] as const
  const [database, files] = await Promise.all(looks)
  return { database, files }
}

async function look(check: Promise<string>): Promise<Look> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, '没有及时应答')
  })
  try {
    return { words: await Promise.race([check, limit]) }
  } catch (error) {
    return { words: '不能使用', error }
  } finally {
    clearTimeout(timer)
  }
}

async function checkDatabase({ db }: Services): Promise<string> {
  return (await hasNewestShape(db)) ? FINE : '数据与程序的版本不一致'
}

/** Of Aliyun only its settings are known here: asking it at every probe would cost money, and be no news. */
async function checkFiles({ config }: Services): Promise<string> {
  if (config.objects.kind === 'local') await writeFile(join(config.dataDir, 'objects/.probe'), 'x')
  return FINE
}
