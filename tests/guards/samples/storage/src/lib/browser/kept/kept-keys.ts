export const kept = () => localStorage.getItem('kept')
