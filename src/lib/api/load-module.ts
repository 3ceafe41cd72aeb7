/** Loads a library when it is needed. */
import { LoadError } from './errors.ts'

/** @throws LoadError */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new LoadError('module not loaded', { cause })
  }
}
