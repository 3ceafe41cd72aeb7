import 'astro'
import type { IntentOptions } from './integrations/intent-directive.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: IntentOptions
  }
}

declare global {
  interface Document {
    /** Made ahead by Chromium for somebody who has not come yet; other browsers do not know it. */
    readonly prerendering?: boolean
  }
}
