export function listen(hear: () => unknown) {
  hear()
}
