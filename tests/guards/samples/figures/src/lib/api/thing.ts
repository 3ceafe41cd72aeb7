import { addThing, readThing } from '../contract/thing.ts'
import { ask } from './ask.ts'

export async function fetchThing(id: number) {
  const { result } = await ask(readThing, { params: { id } })
  return result.items
}

export async function addThingOnce(name: string) {
  if (known.has(name)) return
  await ask(addThing, { body: { name } })
}
