/** Brings a verification code to a phone. */
export interface SmsGateway {
  /** @throws when the code could not be handed over; the person is then told to try again. */
  send: (phone: string, code: string) => Promise<void>
}
