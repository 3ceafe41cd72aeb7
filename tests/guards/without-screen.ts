/** Calls whose screen comes with a later part of the portal. A screen that arrives takes its calls off this list. */
export const WITHOUT_SCREEN: readonly string[] = [
  'findCategory',
  'homeLogos',
  'listCategories',
  'readBill',
  'readSubsidies',
  'resubmitServiceFile',
]
