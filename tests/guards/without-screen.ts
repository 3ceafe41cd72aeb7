/** Calls that no screen uses, each with the reason. A screen that arrives takes its call off this list. */
export const WITHOUT_SCREEN: Readonly<Record<string, string>> = {}
