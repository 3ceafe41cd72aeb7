/** The modal dialogs that are open. All but the last are inert, and which that is, a document does not tell. */

let opened: readonly HTMLDialogElement[] = []

/** From the lowest to the one on top. */
export function openModals(): readonly HTMLDialogElement[] {
  return opened.filter((dialog) => dialog.matches(':modal'))
}

export function topModal(): HTMLDialogElement | undefined {
  return openModals().at(-1)
}

/** The only way to open one. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  opened = [...openModals().filter((other) => other !== dialog), dialog]
}
