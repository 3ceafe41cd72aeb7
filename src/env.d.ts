import 'astro'
import type { IntentOptions } from './integrations/intent-directive.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: IntentOptions
  }
}

declare global {
  interface Document {
    /** Prerendered by Chromium for a later visit; other browsers do not support it. */
    readonly prerendering?: boolean
  }
}
