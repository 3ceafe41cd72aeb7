export const ask = () => {}
