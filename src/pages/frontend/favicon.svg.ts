/** The portal's mark as the icon of its pages. No style sheet reaches it: it bears the light colours of the tokens. */
import { MARK } from '../../components/shell/mark.ts'
import { lightColour } from '../../styles/token-colours.ts'

export function GET(): Response {
  const drawing = MARK.replace(/var\(--([\w-]+)\)/g, (_, token: string) => lightColour(token))
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>\n`
  return new Response(icon, { headers: { 'Content-Type': 'image/svg+xml' } })
}
