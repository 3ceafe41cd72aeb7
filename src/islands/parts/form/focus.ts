/** The legend of the form that something stands in: where the focus goes when its own place is gone. */
export function focusLegend(inside: Element | null): void {
  inside?.closest('form')?.querySelector<HTMLElement>('.form-body > legend')?.focus()
}
