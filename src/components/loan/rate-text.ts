/** 3.65%–5.8%, or one figure where there is only one. */
export function rateText({ min, max }: { min: number; max: number }): string {
  return min === max ? `${max}%` : `${min}%–${max}%`
}
