export const readThing = 'GET /things/{id}'
