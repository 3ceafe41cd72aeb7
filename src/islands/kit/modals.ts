/** The open modal dialogs. All but the last are inert, and the document does not say which one is last. */

let opened: readonly HTMLDialogElement[] = []

/** From the lowest to the one on top. */
export function openModals(): readonly HTMLDialogElement[] {
  return opened.filter((dialog) => dialog.matches(':modal'))
}

export function topModal(): HTMLDialogElement | undefined {
  return openModals().at(-1)
}

/** Every modal dialog is opened by this. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  opened = [...openModals().filter((other) => other !== dialog), dialog]
}
