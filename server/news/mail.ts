import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../../src/lib/rules/time/durations.ts'
import { GatewayError } from '../http/ask-json.ts'
import { appendTo } from '../sms/gateway.ts'

export interface MailSettings {
  host: string
  port: number
  /** `tls` encrypts from the first byte, `starttls` before the login (else no mail is sent); `none` for a local server. */
  security: 'tls' | 'starttls' | 'none'
  auth: { user: string; pass: string } | undefined
  from: { name: string; address: string }
}

export interface Mail {
  /** The same for the same news, so that a mail program shows a repeated mail once. */
  id: string
  /** Parsed by the contract, so that it cannot break a header. */
  to: string
  subject: string
  text: string
  html: string
  /** The address that mail programs call to end a series of mails (RFC 8058). */
  stopUrl?: string
}

export interface MailGateway {
  /** @throws GatewayError `refused` for good, `unreachable` for now */
  send: (mail: Mail) => Promise<void>
}

export class AddressRefusedError extends GatewayError {
  constructor(code: string) {
    super('refused', SERVICE, code)
  }
}

const SERVICE = 'SMTP'
const STEP_MS = 20 * SECOND_MS

/** @param ca certificate of a server that no public authority has signed */
export function smtpMail({ host, port, security, auth, from }: MailSettings, ca?: string): MailGateway {
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(auth && { auth }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html, stopUrl }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(stopUrl !== undefined && {
              'List-Unsubscribe': `<${stopUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw readFailure(error)
      }
    },
  }
}

/** Leaves out the server's words, which repeat the address. */
function readFailure(error: unknown): GatewayError {
  const {
    code = 'unknown',
    responseCode = 0,
    command,
  } = error as { code?: string; responseCode?: number; command?: string }
  if (responseCode < 500)
    return new GatewayError('unreachable', SERVICE, responseCode ? String(responseCode) : code)
  if (command === 'RCPT TO') return new AddressRefusedError(String(responseCode))
  // A wrong password or sender is no refusal of this mail: it goes out after a correction of the settings.
  const kind = code === 'EMESSAGE' ? 'refused' : 'unreachable'
  return new GatewayError(kind, SERVICE, String(responseCode))
}

export function mailOutbox(dataDir: string, print: (line: string) => void, now: () => number): MailGateway {
  return {
    async send({ to, subject, text }) {
      await appendTo(join(dataDir, 'mail-outbox.jsonl'), { to, subject, text }, now())
      print(`【邮件 mail】${to}：${subject}\n${text}`)
    },
  }
}
