export const secret = () => localStorage.getItem('secret')
