/** 一图读懂 as a sheet of 1080 px, which a phone of 375 px shows at a third: no text is below 40. */
import type { CSSProperties, ReactNode } from 'react'
import { encode } from 'uqr'
import { type Drawing, MARK, THEME_ICONS } from '../drawings.ts'
import { lightColour } from '../token-colours.ts'
import { at, type Colour, path, type Sheet } from './draw.ts'
import type { Bar, Picture, Span } from './picture.ts'

const WIDTH = 1080
const MARGIN = 72
const CODE = 240

const colour = lightColour as (token: Colour) => string
const column: CSSProperties = { display: 'flex', flexDirection: 'column' }
const row: CSSProperties = { display: 'flex', alignItems: 'center' }
const soft: CSSProperties = { color: colour('ink-soft'), fontSize: 40 }

export function sheetOf(picture: Picture): Sheet {
  const { change, period, who, how, giver, code } = picture
  return {
    width: WIDTH,
    content: (
      <div
        style={{
          ...column,
          width: ROOM,
          padding: MARGIN,
          gap: 32,
          background: colour('paper'),
          color: colour('ink'),
          fontFamily: 'latin, chinese-simplified',
          fontSize: 44,
          lineHeight: 1.5,
        }}
      >
        <div
          style={{ ...row, justifyContent: 'space-between', height: 96, paddingLeft: 104, paddingRight: 104 }}
        >
          <div style={{ fontSize: 52, fontWeight: 600 }}>{picture.site}</div>
          <div>{picture.theme ?? ''}</div>
        </div>
        <div style={{ fontSize: 60, fontWeight: 600, lineHeight: 1.3 }}>{picture.name}</div>
        <Figure {...picture.figure} />
        <div style={soft}>{picture.gist}</div>
        {change && (
          <Section title={change.title}>
            {change.bars.map((bar) => (
              <BarRow key={bar.label} {...bar} />
            ))}
            {change.sum !== undefined && <div style={{ fontSize: 64, fontWeight: 600 }}>{change.sum}</div>}
          </Section>
        )}
        <Section title="什么时候">
          <div>{period.words}</div>
          {period.span && <Cells {...period.span} />}
        </Section>
        <Section title="谁可享，怎么办">
          {who !== '' && <div>{who}</div>}
          {how !== '' && <div>{how}</div>}
        </Section>
        <div
          style={{
            ...row,
            ...rule,
            minHeight: code ? CODE : 0,
            paddingTop: 32,
            paddingRight: code ? CODE + 48 : 0,
          }}
        >
          <div style={{ ...column, ...soft, gap: 16 }}>
            <div style={{ color: colour('ink'), fontWeight: 600 }}>
              {`${code ? '扫码' : `在${picture.site}`}看全文和最新期限`}
            </div>
            <div>{giver}</div>
            <div>{`${picture.site}是商业服务网站，不是政府网站`}</div>
          </div>
        </div>
      </div>
    ),
    marks: (height) => marksOf(picture, height),
  }
}

const rule: CSSProperties = { borderTop: `6px solid ${colour('ink')}` }

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ ...column, ...rule, paddingTop: 20, gap: 16 }}>
      <div style={{ fontSize: 48, fontWeight: 600 }}>{title}</div>
      {children}
    </div>
  )
}

/** The largest size at which this many glyphs fit the width. */
const SIZES = [200, 168, 136, 104, 80] as const
const ROOM = WIDTH - 2 * MARGIN

function Figure({ lead, from, number, unit = '', per }: Picture['figure']) {
  const glyphs = [...number].reduce((sum, each) => sum + (each.charCodeAt(0) < 256 ? 0.6 : 1), 0)
  const width = glyphs + 0.55 * unit.length + (from === undefined ? 0 : 1.6 + 0.6 * from.length)
  const size = SIZES.find((each) => each * width <= ROOM) ?? 64
  return (
    <div style={{ ...column }}>
      <div style={soft}>{[lead, per && `每${per.replace(/^每/, '')}`].filter(Boolean).join(' · ')}</div>
      <div style={{ ...row, gap: 24, lineHeight: 1.15 }}>
        {from !== undefined && (
          <div style={{ color: colour('ink-soft'), fontSize: size }}>{`${from}${unit}`}</div>
        )}
        {from !== undefined && <div style={{ fontSize: size * 0.6 }}>→</div>}
        <div style={{ fontSize: size, fontWeight: 600 }}>{number}</div>
        {unit !== '' && <div style={{ fontSize: size * 0.5, fontWeight: 600 }}>{unit}</div>}
      </div>
    </div>
  )
}

function BarRow({ label, value, share, isGain }: Bar) {
  return (
    <div style={{ ...column, gap: 8 }}>
      <div style={{ ...row, justifyContent: 'space-between', gap: 24 }}>
        <div style={soft}>{label}</div>
        <div style={{ fontWeight: 600 }}>{value}</div>
      </div>
      <div
        style={{
          width: Math.max(8, ROOM * share - 8),
          height: 48,
          background: colour(isGain ? 'gain' : 'line'),
          border: `4px solid ${colour('ink')}`,
        }}
      />
    </div>
  )
}

function Cells({ cells }: Span) {
  const width = (ROOM - 8 * (cells.length - 1)) / cells.length
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      {cells.map(({ label, words, share }) => (
        <div key={label} style={{ ...column, width, gap: 8 }}>
          <div style={{ display: 'flex', height: 48, border: `4px solid ${colour('ink')}` }}>
            <div style={{ width: Math.max(0, (width - 8) * share), background: colour('gain') }} />
          </div>
          {words !== undefined && <div style={{ fontSize: 40, fontWeight: 600 }}>{words}</div>}
          <div style={soft}>{label}</div>
        </div>
      ))}
    </div>
  )
}

function marksOf({ theme, code }: Picture, height: number): string {
  const mark =
    at(MARGIN, MARGIN + 8, 80, `${path(MARK.slips, 'ink')}${path(MARK.tie, 'gain')}`) +
    (theme ? at(WIDTH - MARGIN - 88, MARGIN, 96, drawing(THEME_ICONS[theme])) : '')
  return code === undefined ? mark : `${mark}${codeOf(code, WIDTH - MARGIN - CODE, height - MARGIN - CODE)}`
}

function drawing({ gain, line, onGain }: Drawing): string {
  // Dark on filled shapes, in every mode.
  const above = onGain ? `<path d="${onGain}" fill="none" stroke="black" stroke-width="2"/>` : ''
  return `${path(gain, 'gain')}<path d="${line}" fill="none" stroke="${colour('ink')}" stroke-width="2"/>${above}`
}

/** Dark on light in every mode, with the quiet zone that scanners need. */
function codeOf(address: string, x: number, y: number): string {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const cells = data.flatMap((line, down) =>
    line.flatMap((isDark, across) => (isDark ? [`M${across} ${down}h1v1h-1z`] : [])),
  )
  return `<g transform="translate(${x} ${y})scale(${CODE / size})"><path d="M0 0h${size}v${size}H0z" fill="white"/><path d="${cells.join('')}" fill="black"/></g>`
}
