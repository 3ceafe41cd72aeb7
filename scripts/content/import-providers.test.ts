import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  gatherParties,
  type Parties,
  providerBody,
  WITH_OPERATORS,
} from '../../server/testing/order-parties.ts'
import { openPortal } from '../../server/testing/portal.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { FIRST_PROVIDER_ID } from '../../src/lib/contract/services/provider.ts'
import { importProviders } from './import-providers.ts'

const OPERATOR = '/operator/api/v1/additional'

const run = promisify(execFile)

let parties: Parties
let dir: string

beforeEach(async () => {
  parties = await gatherParties(await openPortal(WITH_OPERATORS))
  dir = await mkdtemp(join(tmpdir(), 'providers-'))
})
afterEach(async () => {
  await parties.portal.close()
  await rm(dir, { recursive: true })
})

const read = async (path: string) => (await parties.portal.browser().get(path)).body

async function approve(more: object = {}): Promise<number> {
  const body = await providerBody(parties.portal, parties.companyId, {
    services: '代理记账，每月 300 元\n研发费用归集',
    regions: ['440100', '440300'],
    ...more,
  })
  const { id } = (await parties.company.post('/customer/api/v1/additional', body)).body.data
  await parties.operator.put(`${OPERATOR}/${id}`, { action: 'approve' })
  return id
}

test('an approved provider becomes a page of the next build, at the same address', async () => {
  const poid = await approve()
  expect(await importProviders(read, dir)).toEqual({
    written: ['示例服务有限公司'],
    removed: [],
    refused: [],
  })
  const { entries, problems } = await readCollection(dir, 'providers')
  expect(problems).toEqual([])
  expect(entries.map(({ data }) => data)).toMatchObject([
    {
      id: FIRST_PROVIDER_ID,
      category: 2,
      region: '440000',
      regions: ['440100', '440300'],
      ref: `approved-${poid}`,
      services: [{ name: '代理记账', text: '每月 300 元' }, { name: '研发费用归集' }],
      contact: { person: '李雷', phone: '13800000001' },
    },
  ])
})

test('without an answer nothing is changed', async () => {
  await approve()
  await importProviders(read, dir)
  await expect(importProviders(async () => ({ code: 500 }), dir)).rejects.toThrow()
  expect(await readdir(join(dir, 'providers'))).toHaveLength(1)
})

test("as a step of the build: from a portal's address into the content", async () => {
  await approve()
  const portal = createServer(async ({ url = '' }, answer) => answer.end(JSON.stringify(await read(url))))
  await once(portal.listen(0), 'listening')
  const { port } = portal.address() as AddressInfo
  const importFrom = (address: string) =>
    run(process.execPath, ['scripts/content/import-providers.ts', address], {
      env: { ...process.env, CONTENT_DIR: dir },
    })
  expect((await importFrom(`http://localhost:${port}`)).stdout).toContain('已写入 1 家服务商')
  portal.close()
  portal.closeAllConnections()
  await expect(importFrom(`http://localhost:${port}`), 'and the build stops').rejects.toThrow('没有读到')
  expect(await readdir(join(dir, 'providers'))).toEqual([`approved-${FIRST_PROVIDER_ID}.md`])
})
