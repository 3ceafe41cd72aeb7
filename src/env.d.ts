import 'astro'
import type { IntentOptions } from './integrations/intent-directive.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: IntentOptions
  }
}
