/** The portal's mark, a sheet with a way through it: what is inside a square of 32. */
export const MARK = `<path d="M7 2h13l6 6v20a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Z" fill="var(--brand)"/>
<path d="M20 2v6h6" fill="none" stroke="var(--brand-tint)" stroke-width="2"/>
<path d="M10 24v-3a3 3 0 0 1 3-3h5a3 3 0 0 0 3-3v-1" fill="none" stroke="var(--paper)" stroke-width="2.4" stroke-linecap="round"/>
<circle cx="10" cy="24.5" r="1.8" fill="var(--paper)"/>
<path d="m18 15.5 3-3 3 3" fill="none" stroke="var(--paper)" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`
