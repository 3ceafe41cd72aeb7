/** The portal's mark as favicon. No style sheet reaches it, so it contains the light colours of the tokens. */
import { MARK } from '../../lib/content/drawings.ts'
import { lightColour } from '../../lib/content/token-colours.ts'

export function GET(): Response {
  const slips = `<path d="${MARK.slips}" fill="${lightColour('ink')}"/>`
  const tie = `<path d="${MARK.tie}" fill="${lightColour('gain')}"/>`
  // On its own background: slips of ink are invisible on a dark tab.
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 38 38"><path d="M-3-3h38v38H-3z" fill="${lightColour('paper')}"/>${slips}${tie}</svg>\n`
  return new Response(icon, { headers: { 'Content-Type': 'image/svg+xml' } })
}
