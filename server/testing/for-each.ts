/** A portal, its chat or its orders, for each test of a file. */
import { afterEach, beforeEach } from 'vitest'
import { openRoom, type Room } from './chat-room.ts'
import { gatherParties, type Parties, WITH_OPERATORS } from './order-parties.ts'
import { openPortal, type PortalOptions, type TestPortal } from './portal.ts'

export let portal: TestPortal
export let room: Room
export let parties: Parties

export function openPortalForEach(options?: PortalOptions): void {
  beforeEach(async () => {
    portal = await openPortal(options)
  })
  afterEach(() => portal.close())
}

export function openRoomForEach(): void {
  openPortalForEach()
  beforeEach(async () => {
    room = await openRoom(portal)
  })
}

export function openPartiesForEach(): void {
  openPortalForEach(WITH_OPERATORS)
  beforeEach(async () => {
    parties = await gatherParties(portal)
  })
}
