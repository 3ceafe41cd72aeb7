export const shown = {}
export const heard = {}
export const hidden = {}
export const secret = {}
