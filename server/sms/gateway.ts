/** Brings SMS to a phone. */
export interface SmsGateway {
  /** @throws when the code could not be handed over; the person is then told to try again. */
  send: (phone: string, code: string) => Promise<void>
  /** Reminds of policies that close; missing: this portal sends no such SMS. @throws when it could not be handed over */
  remind?: (phone: string, reminder: SmsReminder) => Promise<void>
  /** Tells that so many policies are new under saved conditions; missing and thrown as for `remind`. */
  tellNews?: (phone: string, policies: number) => Promise<void>
  /** Tells that so many things are new, whatever they are; missing and thrown as for `remind`. */
  tell?: (phone: string, count: number) => Promise<void>
}

export interface SmsReminder {
  /** How many policies close. */
  policies: number
  /** Days until the first of them closes. */
  days: number
}
