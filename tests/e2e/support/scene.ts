import type { SCENES } from './scenes.ts'
import { E2E_ORIGIN } from './server.ts'

type Scenes = typeof SCENES

type Given<Scene> = Scene extends (db: never, ...given: infer Rest) => unknown ? Rest : never

export async function scene<Name extends keyof Scenes>(
  name: Name,
  ...given: Given<Scenes[Name]>
): Promise<Awaited<ReturnType<Scenes[Name]>>> {
  const answer = await fetch(`${E2E_ORIGIN}/scenes/${name}`, { method: 'POST', body: JSON.stringify(given) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name}: ${text}`)
  return JSON.parse(text || 'null')
}
