/** The portal's mark inside a square of 32: three bamboo slips, and the tie that holds them together. */
export const MARK = {
  slips: 'M4 5h5v22H4zM13.5 3h5v26h-5zM23 5h5v22h-5z',
  tie: 'M0 13h32v5H0z',
}
