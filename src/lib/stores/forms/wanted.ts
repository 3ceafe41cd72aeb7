/** Which files a form wants, by now. */
import { $formKeeping, typedIn } from './form.ts'

/** Two versions of the form wait for a choice: until then nobody knows which files are wanted. */
export function versionChosen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $formKeeping.subscribe(({ status }) => {
      if (status === 'conflict') return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

/** By what the device knows it by. */
export function isWanted(held: string): boolean {
  return typedIn().files.some((file) => file.held === held)
}
