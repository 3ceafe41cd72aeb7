export const readThing = defineCall({ path: '/things/{id}' })
export const addThing = defineCall({ path: '/things' })
