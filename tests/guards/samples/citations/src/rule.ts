/** There: behaviour B1.1, docs/behaviour.md. Not there: behaviour B1.1, B1.2 and B10.1, docs/gone.md, rules.md §4. */
export const rule = true
