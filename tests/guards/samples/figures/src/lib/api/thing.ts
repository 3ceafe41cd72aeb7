import { readThing } from '../contract/thing.ts'
import { ask } from './ask.ts'

export const thing = () => ask(readThing)
