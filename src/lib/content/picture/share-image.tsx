import { site } from '../../../site.ts'
import { MARK } from '../drawings.ts'
import { SHARE_KINDS, type ShareKind } from '../share-image.ts'
import { lightColour } from '../token-colours.ts'
import { at, path, pngOf } from './draw.ts'

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 96]
/** Fills the height, with the tie up to the right edge. */
const MARK_SIZE = 416

export function drawShareImage(kind: ShareKind, theme: string | undefined): Promise<Buffer> {
  const soft = { color: lightColour('ink-soft') }
  const content = (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: WIDTH - 2 * MARGIN,
        height: HEIGHT - MARGIN - 48,
        padding: `${MARGIN}px ${MARGIN}px 48px`,
        background: lightColour('paper'),
        color: lightColour('ink'),
        fontFamily: 'latin, chinese-simplified',
        fontWeight: 600,
      }}
    >
      <div style={{ fontSize: 64 }}>{site.name}</div>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ fontSize: theme && theme.length > 4 ? 96 : 120 }}>{theme ?? SHARE_KINDS[kind]}</div>
        <div style={{ ...soft, fontSize: 48 }}>{theme ? SHARE_KINDS[kind] : ''}</div>
      </div>
      <div style={{ ...soft, fontSize: 36 }}>{site.slogan}</div>
    </div>
  )
  const drawing = `${path(MARK.slips, 'ink')}${path(MARK.tie, 'gain')}`
  const marks = at(WIDTH - MARGIN - MARK_SIZE, (HEIGHT - MARK_SIZE) / 2, MARK_SIZE, drawing)
  return pngOf({ width: WIDTH, height: HEIGHT, content, marks: () => marks })
}
