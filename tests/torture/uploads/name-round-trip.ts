import * as v from 'valibot'
import { ask } from '../../../src/lib/api/ask.ts'
import { RefusedError } from '../../../src/lib/api/errors.ts'
import { readFolder } from '../../../src/lib/contract/documents/document.ts'
import { changeFile } from '../../../src/lib/contract/documents/document-file.ts'
import { fileName } from '../../../src/lib/contract/documents/document-name.ts'
import { loadQuota } from '../../../src/lib/stores/documents/storage-quota.ts'
import type { Lab } from './lab.ts'
import { begin, ended } from './random-uploads.ts'

/** Gives a file each name and reads it again. @returns the names that came back otherwise than the contract says */
export async function roundTrip(lab: Lab, names: readonly string[]): Promise<string[]> {
  await ended(begin(lab, '改名.bin', 1000))
  const id = (await lab.files()).at(-1)?.id ?? 0
  const companyId = (await loadQuota())?.companyId ?? 0
  const wrong: string[] = []
  let last = '改名.bin'
  for (const name of names) {
    lab.aheadMs += 1000
    const allowed = v.safeParse(fileName, name)
    const refused = await ask(changeFile, { params: { id }, body: { name } }).then(
      () => false,
      (error: unknown) => error instanceof RefusedError,
    )
    if (allowed.success) last = allowed.output
    const { result } = await ask(readFolder, { params: { id: companyId, docId: lab.folderId } })
    if (refused === allowed.success || result.files.at(-1)?.local_name !== last) wrong.push(name)
  }
  return wrong
}
