/** The pages for everybody, one of each layout: what the tests of looks and accessibility go through. */
export const LAYOUTS = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/review/2',
  '/search?q=企业',
  '/match',
  '/compare?ids=2,15',
  '/enter',
  '/loan/home',
  '/popular/2',
]
