/** Whether it takes room in the page. Not checkVisibility, which iPhones lack before iOS 17.4. */
export function isShown(element: Element | null | undefined): boolean {
  return (element?.getClientRects().length ?? 0) > 0
}
