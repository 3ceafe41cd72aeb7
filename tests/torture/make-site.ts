import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE } from '../../server/testing/portal.ts'

export function makeSite(folder: string): void {
  mkdirSync(join(folder, 'dist/frontend/data'), { recursive: true })
  writeFileSync(join(folder, 'dist/frontend/data/catalogue.json'), JSON.stringify(CATALOGUE))
}
