/** Operators for tests of the desk, one for each test. */
export const DESK_PHONES = Array.from(
  { length: 56 },
  (_, index) => `139000000${String(index + 1).padStart(2, '0')}`,
)
/** Operators who only make calls. */
export const CALL_PHONES = Array.from(
  { length: 10 },
  (_, index) => `139000001${String(index).padStart(2, '0')}`,
)
