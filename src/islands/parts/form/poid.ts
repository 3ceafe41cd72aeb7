/** The application that the address asks to be corrected; null: a new one. */
export function poidInAddress(): number | null {
  const poid = Number(new URLSearchParams(location.search).get('poid'))
  return Number.isSafeInteger(poid) && poid > 0 ? poid : null
}
