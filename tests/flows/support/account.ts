import { logIn, openStores, type Visitor } from './visitor.ts'

export type AccountPage = Awaited<ReturnType<typeof openAccountPage>>

export async function openAccountPage() {
  const page = await openStores(() => [
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/log-out.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/company/profile.ts'),
    import('../../../src/lib/stores/company/sections.ts'),
    import('../../../src/lib/stores/company/people.ts'),
    import('../../../src/lib/stores/company/reminders.ts'),
    import('../../../src/lib/stores/company/devices.ts'),
    import('../../../src/lib/stores/company/company-data.ts'),
    import('../../../src/lib/stores/match/answers.ts'),
    import('../../../src/lib/stores/proof.ts'),
  ])
  const stops = [page.followAccountPage(), page.followSections()]
  const stop = () => {
    for (const end of stops) end()
  }
  return { ...page, stop }
}

export async function enterAccount(page: AccountPage, visitor: Visitor, phone?: string): Promise<void> {
  await logIn(page, visitor, phone)
  await page.openSections()
}

export function ready<Value>(section: { status: string; value?: Value }): Value {
  if (section.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(section)}`)
  return section.value as Value
}

export async function askAs(visitor: Visitor, method: string, path: string, body?: unknown) {
  const cookie = [...visitor.secrets].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await visitor.portal.app.request(`http://portal.test${path}`, init)
  return { body: await response.json() }
}
