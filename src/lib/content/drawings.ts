/** Drawings on a grid of 32, of at most three paths. */
import type { THEMES } from './schema/fields.ts'

export interface Drawing {
  /** The one filled shape: the company's gain. An empty state shows only its dashed outline. */
  gain: string
  line: string
  /** Strokes on the filled shape. */
  onGain?: string
}

/** The portal's mark inside a square of 32: three bamboo slips and their tie. */
export const MARK = {
  slips: 'M4 5h5v22H4zM13.5 3h5v26h-5zM23 5h5v22h-5z',
  tie: 'M0 13h32v5H0z',
}

export const STAR = 'm10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7Z'

/** 资质认定: a form with a square seal; an empty list of orders lacks the seal. */
export const SEALED_FORM: Drawing = {
  gain: 'M18 17h11v11H18z',
  line: 'M15 27H4V5h21v9M9 11h11M9 17h5',
  onGain: 'm20 23 3 3 4-5',
}

export const THEME_ICONS: Readonly<Record<(typeof THEMES)[number], Drawing>> = {
  税费减免: { gain: 'M20 8h8v4h-8zM14 15h14v4H14zM9 22h19v4H9z', line: 'M4 3v26M4 10h14M4 17h8M4 24h3' },
  科技创新: {
    gain: 'M13 13h6v6h-6z',
    line: 'M8 8h16v16H8zM12 3v5M20 3v5M12 24v5M20 24v5M3 12h5M3 20h5M24 12h5M24 20h5',
  },
  融资信贷: { gain: 'M12 9h8v8h-8z', line: 'M12 9h8v8h-8zM4 28h24M6 13a10 10 0 0 1 20 0 10 10 0 0 1-20 0z' },
  就业人才: {
    gain: 'M19 19h10v10H19z',
    line: 'M7 9a5 5 0 0 1 10 0 5 5 0 0 1-10 0zM3 29v-6a5 5 0 0 1 5-5h8',
    onGain: 'M24 21v6M21 24h6',
  },
  创业扶持: {
    gain: 'M17 15 27 5v8l-7 7h-3z',
    line: 'M16 28V10M16 20 7 11v7l6 6h3M17 15 27 5v8l-7 7h-3M4 28h24',
  },
  资质认定: SEALED_FORM,
  知识产权: {
    gain: 'M12 12h8v8h-8z',
    line: 'M4 11V4h7M21 4h7v7M28 21v7h-7M11 28H4v-7M12 12h8v8h-8z',
  },
  社保用工: { gain: 'M16 4a12 12 0 0 1 12 12H16z', line: 'M4 16a12 12 0 0 1 24 0zM16 2v23a3 3 0 0 0 6 0' },
  数字化转型: {
    gain: 'M18 18h10v10H18z',
    line: 'M4 4h10v10H4zM18 4h10v10H18zM4 18h10v10H4zM18 18h10v10H18z',
  },
  绿色低碳: {
    gain: 'M14 15 26 4v7l-9 8h-3z',
    line: 'M11 29v-8M11 18v-7M11 8V3M8 20h6M8 10h6M14 15 26 4v7l-9 8M4 29h24',
  },
  市场开拓: { gain: 'M8 20h6v4H8z', line: 'M18 8V4H4v24h14v-4M10 16h18M22 10l6 6-6 6' },
  营商环境: {
    gain: 'M11 13h10v15H11z',
    line: 'M4 28V12l12-8 12 8v16M11 28V13h10v15M2 28h28',
    onGain: 'M18 19v4',
  },
}
