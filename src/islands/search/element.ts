/** Elements without a framework: queries and results are inserted as text, never as HTML. */

type Child = Node | string | false | undefined

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | false | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== false))
  return made
}
